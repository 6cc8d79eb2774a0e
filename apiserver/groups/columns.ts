import type { TableColumnDefinition } from "@apimachinery/runtime";

/**
 * Returns a column of text.
 * @param priority 1 for a column that kubectl shows only with `-o wide`
 */
export function stringColumn(name: string, description: string, priority = 0): TableColumnDefinition {
  return { name, type: "string", format: "", description, priority };
}

/** Column with the time since the creation of an object. */
export const ageColumn: TableColumnDefinition = stringColumn(
  "Age",
  "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
);
