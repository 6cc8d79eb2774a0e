import { schemaForms, type ConvertForm } from "./schema-forms.js";

/**
 * Returns the function that converts values of a type from memory to wire format. Times and objects
 * with a kind differ between memory and wire. For types without them, returns undefined; the
 * encoder then skips the conversion.
 */
export const wireFormOf = schemaForms({
  scalar: ({ type }) => (type === "Time" || type === "MicroTime" ? timeForm : undefined),
  nestedKind: withoutKind,
});

const timeForm: ConvertForm = (time) => (time === "" ? null : time);

function withoutKind(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = { ...value };
  delete copy["kind"];
  delete copy["apiVersion"];
  return copy;
}
