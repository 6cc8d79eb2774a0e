import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { pattern } from "../pattern/index.js";
import { schemaDefault, itemsSchema, propertySchemas, propertySchema } from "./schema-parts.js";
import type { CRDSchema } from "./types.js";

/**
 * Keywords that are forbidden in a nested schema. `state` is the allowed state in Kubernetes'
 * message, and `isSet` tests for a violation.
 */
const forbidden: readonly (readonly [
  keyword: keyof CRDSchema,
  state: string,
  isSet: (schema: CRDSchema) => boolean,
])[] = [
  ["type", "empty", ({ type = "" }) => type !== ""],
  ["default", "undefined", (schema) => schemaDefault(schema) !== undefined],
  ["title", "empty", ({ title = "" }) => title !== ""],
  ["description", "empty", ({ description = "" }) => description !== ""],
  ["nullable", "false", ({ nullable }) => nullable === true],
  ...(
    ["x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string"] as const
  ).map((keyword) => [keyword, "false", (schema: CRDSchema) => schema[keyword] === true] as const),
  ["x-kubernetes-list-map-keys", "empty", (schema) => (schema["x-kubernetes-list-map-keys"] ?? []).length > 0],
  ["x-kubernetes-list-type", "undefined", (schema) => schema["x-kubernetes-list-type"] !== undefined],
  ["x-kubernetes-map-type", "undefined", (schema) => schema["x-kubernetes-map-type"] !== undefined],
  ["x-kubernetes-validations", "empty", (schema) => (schema["x-kubernetes-validations"] ?? []).length > 0],
];

/**
 * Returns the errors of a nested schema, which is a schema below `allOf`, `anyOf`, `oneOf` or
 * `not`. Nested schemas may only restrict values, not define their structure.
 */
export function nestedErrors(path: field.Path, schema: CRDSchema, skipAnyOf = false): FieldError[] {
  const items = itemsSchema(schema);
  const { additionalProperties } = schema;
  return [
    ...nestedValidationErrors(path, schema, skipAnyOf),
    ...(items === undefined ? [] : nestedErrors(path.child("items"), items)),
    ...propertySchemas(schema).flatMap(([name, one]) => nestedErrors(path.child("properties").key(name), one)),
    ...(additionalProperties === undefined || additionalProperties === false
      ? []
      : [field.forbidden(path.child("additionalProperties"), "must be undefined to be structural")]),
    ...forbidden
      .filter(([, , isSet]) => isSet(schema))
      .map(([keyword, state]) => field.forbidden(path.child(keyword), `must be ${state} to be structural`)),
    ...(propertySchema(schema, "metadata") === undefined
      ? []
      : [field.forbidden(path.child("properties").key("metadata"), "must not be specified in a nested context")]),
  ];
}

/** Returns the errors of the schemas in `allOf`, `anyOf`, `oneOf` and `not`, and of the pattern. */
export function nestedValidationErrors(
  path: field.Path,
  schema: CRDSchema,
  skipAnyOf = false,
  skipFirstAnyOf = false,
): FieldError[] {
  const nested = (keyword: "anyOf" | "allOf" | "oneOf") =>
    (schema[keyword] ?? []).flatMap((one, at) =>
      nestedErrors(path.child(keyword).index(at), one, keyword === "allOf" && at === 0 && skipFirstAnyOf),
    );
  return [
    ...(skipAnyOf ? [] : nested("anyOf")),
    ...nested("allOf"),
    ...nested("oneOf"),
    ...(schema.not === undefined ? [] : nestedErrors(path.child("not"), schema.not)),
    ...patternErrors(path, schema.pattern ?? ""),
  ];
}

function patternErrors(path: field.Path, text: string): FieldError[] {
  try {
    pattern(text).matches("");
    return [];
  } catch (error) {
    const detail = `must be a valid regular expression, but isn't: ${(error as Error).message}`;
    return [field.invalid(path.child("pattern"), text, detail)];
  }
}
