import { schemaForms, type ConvertForm } from "./schema-forms.js";

/**
 * Returns the function that converts values of a type to wire format. Returns undefined if both
 * forms of the type are equal, as for most types; the encoder then skips this step. The two differ
 * in types that contain times, or objects with a kind.
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
