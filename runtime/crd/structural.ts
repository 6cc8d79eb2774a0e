import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { nestedValidationErrors } from "./structural-nested.js";
import { itemsSchema, junctors, propertySchemas, propertySchema, setKeywords, valuesSchema } from "./schema-parts.js";
import type { CRDSchema } from "./types.js";

/** Position of a schema, which decides the message if the type is missing. */
export type SchemaLevel = "root" | "item" | "field";

const missingType: Readonly<Record<SchemaLevel, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

/** Returns the errors of a schema that is not structural (Go: schema.ValidateStructural). */
export function structuralErrors(path: field.Path, schema: CRDSchema): FieldError[] {
  return [...invariantErrors(path, schema, "root"), ...completenessErrors(path, schema)];
}

function invariantErrors(path: field.Path, schema: CRDSchema, level: SchemaLevel): FieldError[] {
  const items = itemsSchema(schema);
  const values = valuesSchema(schema);
  return [
    ...(schema.type === "array" && items === undefined
      ? [field.required(path.child("items"), "must be specified")]
      : []),
    ...(items === undefined ? [] : invariantErrors(path.child("items"), items, "item")),
    ...propertySchemas(schema).flatMap(([name, one]) =>
      invariantErrors(path.child("properties").key(name), one, "field"),
    ),
    ...(schema.additionalProperties !== undefined && level === "root"
      ? [field.forbidden(path.child("additionalProperties"), "must not be used at the root")]
      : []),
    ...(values === undefined ? [] : invariantErrors(path.child("additionalProperties"), values, "field")),
    ...extensionErrors(path, schema),
    ...nestedValidationErrors(path, schema, isAnyOfPattern(schema), isAnyOfPattern(schema.allOf?.[0])),
    ...typeErrors(path, schema, level),
    ...metaErrors(path, schema, level),
  ];
}

/**
 * Reports whether `anyOf` has the form that is allowed for an IntOrString: an integer or a string.
 */
function isAnyOfPattern(schema: CRDSchema | undefined): boolean {
  const types = (schema?.anyOf ?? []).map((one) => (setKeywords(one).join() === "type" ? one.type : undefined));
  return types.length === 2 && types[0] === "integer" && types[1] === "string";
}

function extensionErrors(path: field.Path, schema: CRDSchema): FieldError[] {
  if (schema["x-kubernetes-int-or-string"] !== true) return [];
  return (["x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"] as const)
    .filter((keyword) => schema[keyword] === true)
    .map((keyword) => field.invalid(path.child(keyword), true, "must be false if x-kubernetes-int-or-string is true"));
}

function typeErrors(path: field.Path, schema: CRDSchema, level: SchemaLevel): FieldError[] {
  const type = schema.type ?? "";
  const place = path.child("type");
  const errors: FieldError[] = [];
  const isFree =
    schema["x-kubernetes-int-or-string"] === true || schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (schema["x-kubernetes-embedded-resource"] === true && type !== "object") {
    const detail = "must be object if x-kubernetes-embedded-resource is true";
    errors.push(type === "" ? field.required(place, detail) : field.invalid(place, type, detail));
  } else if (type === "" && !isFree) errors.push(field.required(place, missingType[level]));
  if (schema["x-kubernetes-embedded-resource"] === true && schema.additionalProperties !== undefined) {
    const detail = "must not be used if x-kubernetes-embedded-resource is set";
    errors.push(field.forbidden(path.child("additionalProperties"), detail));
  }
  if (level === "root" && type !== "" && type !== "object")
    errors.push(field.invalid(place, type, "must be object at the root"));
  return errors;
}

/**
 * Returns the errors of the schemas of metadata, kind and apiVersion. Also returns an error for an
 * embedded object that has neither properties nor `x-kubernetes-preserve-unknown-fields`.
 */
function metaErrors(path: field.Path, schema: CRDSchema, level: SchemaLevel): FieldError[] {
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const properties = path.child("properties");
  const errors: FieldError[] = [];
  const mustBe = (name: string, type: string) => {
    const found = propertySchema(schema, name);
    if (found !== undefined && (found.type ?? "") !== type)
      errors.push(field.invalid(properties.key(name).child("type"), found.type ?? "", `must be ${type}`));
  };
  if (level === "root" || isEmbedded) {
    mustBe("kind", "string");
    mustBe("apiVersion", "string");
    mustBe("metadata", "object");
  }
  const metadata = propertySchema(schema, "metadata");
  if (level === "root" && metadata !== undefined && !isPlainMetadata(metadata)) {
    const detail = "must not specify anything other than name and generateName, but metadata is implicitly specified";
    errors.push(field.forbidden(properties.key("metadata"), detail));
  }
  if (isEmbedded && schema["x-kubernetes-preserve-unknown-fields"] !== true && propertySchemas(schema).length === 0) {
    const detail =
      "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
    errors.push(field.required(properties, detail));
  }
  return errors;
}

function isPlainMetadata(metadata: CRDSchema): boolean {
  const ignored = new Set(["type", "default"]);
  const names = propertySchemas(metadata).map(([name]) => name);
  if (names.every((name) => name === "name" || name === "generateName")) ignored.add("properties");
  return setKeywords(metadata).every((keyword) => ignored.has(keyword));
}

/**
 * Path of a nested schema, and path of the schema outside of `allOf`, `anyOf`, `oneOf` and `not`
 * that must define the same value.
 */
interface Nested {
  readonly path: field.Path;
  readonly definition: field.Path;
}

/** Returns an error for each property or list of items that only nested schemas define. */
function completenessErrors(path: field.Path, schema: CRDSchema): FieldError[] {
  return nestedSchemas(schema, schema, { path, definition: path });
}

function nestedSchemas(nested: CRDSchema, defining: CRDSchema, { path, definition }: Nested): FieldError[] {
  const below = (one: CRDSchema, place: field.Path) => bothErrors(one, defining, { path: place, definition });
  return [
    ...(nested.not === undefined ? [] : below(nested.not, path.child("not"))),
    ...junctors.flatMap((keyword) =>
      (nested[keyword] ?? []).flatMap((one, at) => below(one, path.child(keyword).index(at))),
    ),
  ];
}

function bothErrors(nested: CRDSchema | undefined, defining: CRDSchema | undefined, paths: Nested): FieldError[] {
  if (nested === undefined) return [];
  const { path, definition } = paths;
  if (defining === undefined) return [field.required(definition, `because it is defined in ${path.toString()}`)];
  return [
    ...nestedSchemas(nested, defining, paths),
    ...bothErrors(itemsSchema(nested), itemsSchema(defining), {
      path: path.child("items"),
      definition: definition.child("items"),
    }),
    ...propertySchemas(nested).flatMap(([name, one]) =>
      bothErrors(one, propertySchema(defining, name), {
        path: path.child("properties").key(name),
        definition: definition.child("properties").key(name),
      }),
    ),
  ];
}
