import type { TableColumnDefinition } from "@apimachinery/runtime";

/**
 * Returns a column whose cells are strings.
 * @param priority 1 for a column that kubectl shows only with `-o wide`
 */
export function stringColumn(name: string, description: string, priority = 0): TableColumnDefinition {
  return { name, type: "string", format: "", description, priority };
}

/** Column with the time since the creation of an object. */
export const ageColumn: TableColumnDefinition = stringColumn("Age", "Time since the creation of the object.");
