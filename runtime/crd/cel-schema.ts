/** @file The types that Kubernetes declares for schemas in CEL (Go: apiserver's SchemaDeclType). */
import { hasCELName } from "./cel-name.js";
import { itemsOf, propertiesOf, valuesOf } from "./schema-parts.js";
import type { Schema } from "./types.js";

/**
 * A type of CEL. `dyn` is CEL's own type of any value, `other` is none of this list, and the type
 * of an `unknown` value is not certain.
 */
export type CELType = {
  /** The schema of the values; absent for values that an expression makes. */
  readonly schema?: Schema;
} & (
  | { readonly kind: "bool" | "int" | "double" | "string" | "null" | "dyn" | "other" | "unknown" }
  | { readonly kind: "list"; readonly items: CELType }
  | { readonly kind: "map"; readonly values: CELType }
  | { readonly kind: "object"; readonly schema: Schema; readonly isResource: boolean }
);

const scalars: ReadonlyMap<string, CELType["kind"] & ("bool" | "int" | "double")> = new Map([
  ["boolean", "bool"],
  ["integer", "int"],
  ["number", "double"],
]);

/** Formats of texts whose values are not strings in CEL. */
const otherFormats: ReadonlySet<string> = new Set(["byte", "duration", "date", "date-time"]);

/**
 * Returns the type of the values of a schema; undefined for a schema whose values rules cannot
 * access, such as one without a type.
 * @param isResource true for the root of a kind, and for embedded objects
 */
export function typeOfSchema(schema: Schema, isResource: boolean): CELType | undefined {
  const { type = "", format = "" } = schema;
  if (schema["x-kubernetes-int-or-string"] === true) return { kind: "dyn", schema };
  const scalar = scalars.get(type);
  if (scalar !== undefined) return { kind: scalar, schema };
  if (type === "string") return { kind: otherFormats.has(format) ? "other" : "string", schema };
  if (type === "array") {
    const items = typeOfPart(itemsOf(schema));
    return items && { kind: "list", items, schema };
  }
  if (type !== "object") return undefined;
  if (valuesOf(schema) === undefined) return { kind: "object", schema, isResource };
  const values = typeOfPart(valuesOf(schema));
  return values && { kind: "map", values, schema };
}

function typeOfPart(schema: Schema | undefined): CELType | undefined {
  return schema && typeOfSchema(schema, schema["x-kubernetes-embedded-resource"] === true);
}

/** The fields that every resource has, beside those of its schema. */
const resource: Schema = {
  type: "object",
  properties: {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    metadata: { type: "object", properties: { name: { type: "string" }, generateName: { type: "string" } } },
  },
};

/**
 * Returns the type of a field by its name in rules; undefined if rules cannot access such a field.
 */
export function fieldOf(
  { schema, isResource }: Extract<CELType, { kind: "object" }>,
  written: string,
): CELType | undefined {
  const has = ([name]: readonly [string, Schema]): boolean => hasCELName(name, written);
  const own = isResource ? propertiesOf(resource).find(has) : undefined;
  return typeOfPart((own ?? propertiesOf(schema).find(has))?.[1]);
}
