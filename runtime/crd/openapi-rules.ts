import { ruleTextErrors } from "../cel/rules/rule-texts.js";
import { isTyped } from "../cel/types/schema.js";
import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { bounds } from "../schema/limits.js";
import { celErrors, noParts, noType, type ExpressionCost, type RulePlace } from "./cel-rules.js";
import { listSchemaErrors, mapTypeErrors } from "./list-rules.js";
import { unsupportedKeyword } from "./unsupported.js";
import {
  schemaDefault,
  isListOfItems,
  itemsSchema,
  junctors,
  listedItems,
  propertySchemas,
  valuesSchema,
} from "./schema-parts.js";
import type { CRDSchema } from "./types.js";

/** Facts about the schemas that contain a schema, on which the errors of the schema depend. */
export interface Surroundings extends Omit<RulePlace, "isResource"> {
  /** Reason why defaults are forbidden, for the message; empty if they are allowed. */
  readonly forbidsDefaults: string;
  /**
   * True inside the schemas of metadata, kind and apiVersion of the root or of an embedded object.
   */
  readonly isMeta: boolean;
  /** True if CEL rules are checked. False within `allOf`, `anyOf`, `oneOf` and `not`. */
  readonly hasRules: boolean;
  /** True if the schema, or a schema that contains it, has CEL rules. */
  readonly isRuled: boolean;
}

/** The errors of a schema. CEL rules are checked only if there are no other errors. */
export interface SchemaErrors {
  readonly errors: FieldError[];
  readonly celErrors: FieldError[];
  readonly costs: readonly ExpressionCost[];
}

const types = ["array", "boolean", "integer", "number", "object", "string"];
const metaFields = new Set(["metadata", "kind", "apiVersion"]);

/**
 * Returns the errors of a schema and of all nested schemas (Go:
 * validation.ValidateCustomResourceDefinitionOpenAPISchema).
 */
export function openAPIErrors(
  path: field.Path,
  schema: CRDSchema,
  outside: Surroundings,
  isRoot: boolean,
): SchemaErrors {
  const isRuled = outside.isRuled || (schema["x-kubernetes-validations"] ?? []).length > 0;
  const untyped = outside.untyped === "" && isRuled && !isTyped(schema) ? noType : outside.untyped;
  const around = { ...outside, isRuled, untyped };
  const inner = children(path, schema, around, isRoot).map(([place, one, surroundings]) =>
    openAPIErrors(place, one, surroundings, false),
  );
  const errors = [
    ...keywordErrors(path, schema, around),
    ...inner.flatMap((one) => one.errors),
    ...mapTypeErrors(path, schema),
    ...listSchemaErrors(path, schema),
    ...ruleTextErrors(path, schema, unsupportedKeyword(schema) === undefined),
  ];
  const inSchema = {
    errors,
    celErrors: inner.flatMap((one) => one.celErrors),
    costs: inner.flatMap((one) => one.costs),
  };
  if (errors.length > 0 || !around.hasRules) return inSchema;
  const own = celErrors(path, schema, { ...around, isResource: isRoot });
  return {
    errors,
    celErrors: [...inSchema.celErrors, ...own.errors],
    costs: [...inSchema.costs, ...own.costs],
  };
}

type Child = readonly [path: field.Path, schema: CRDSchema, around: Surroundings];

function children(path: field.Path, schema: CRDSchema, outside: Surroundings, isRoot: boolean): Child[] {
  const parts = mostParts(schema);
  const around = {
    ...outside,
    cardinality: outside.cardinality === undefined || parts === undefined ? undefined : outside.cardinality * parts,
  };
  const nested = { ...around, hasRules: false };
  const ofParts =
    around.isRuled && around.untyped === "" && !hasParts(schema) ? { ...around, untyped: noParts } : around;
  const ofItems =
    schema["x-kubernetes-list-type"] === "map" ? ofParts : { ...ofParts, uncorrelated: around.uncorrelated ?? path };
  const items = itemsSchema(schema);
  const dependencies = Object.entries(schema.dependencies ?? {});
  return [
    ...valuesChild(path, schema, ofParts),
    ...propertySchemas(schema).map(([name, one]): Child => [
      path.child("properties").key(name),
      one,
      ofProperty(path, schema, name, { around, isRoot }),
    ]),
    ...(schema.not === undefined ? [] : [[path.child("not"), schema.not, nested] as const]),
    ...junctors.flatMap((keyword) =>
      (schema[keyword] ?? []).map((one, at): Child => [path.child(keyword).index(at), one, nested]),
    ),
    ...Object.entries(schema.definitions ?? {}).map(([name, one]): Child => [
      path.child("definitions").key(name),
      one,
      nested,
    ]),
    ...(items === undefined ? [] : [[path.child("items"), items, ofItems] as const]),
    ...listedItems(schema).map((one, at): Child => [path.child("items").index(at), one, ofItems]),
    ...dependencies.flatMap(([name, one]): Child[] =>
      "length" in one ? [] : [[path.child("dependencies").key(name), one, nested]],
    ),
  ];
}

/** Reports whether values of a schema are lists or maps in CEL. */
function hasParts(schema: CRDSchema): boolean {
  if (schema["x-kubernetes-int-or-string"] === true) return false;
  return schema.type === "array" || (schema.type === "object" && valuesSchema(schema) !== undefined);
}

function valuesChild(path: field.Path, schema: CRDSchema, around: Surroundings): Child[] {
  const values = valuesSchema(schema);
  if (values === undefined) return [];
  const forbidsDefaults = around.isMeta
    ? "inside additionalProperties applying to object metadata"
    : around.forbidsDefaults;
  return [[path.child("additionalProperties"), values, { ...around, forbidsDefaults }]];
}

function ofProperty(
  path: field.Path,
  schema: CRDSchema,
  name: string,
  { around, isRoot }: { readonly around: Surroundings; readonly isRoot: boolean },
): Surroundings {
  const isMeta = (isRoot || schema["x-kubernetes-embedded-resource"] === true) && metaFields.has(name);
  return {
    ...around,
    isMeta: around.isMeta || isMeta,
    forbidsDefaults: isMeta && isRoot ? `in top-level ${name}` : around.forbidsDefaults,
    uncorrelated: around.uncorrelated ?? (isCorrelated(schema["x-kubernetes-map-type"]) ? undefined : path),
  };
}

function isCorrelated(mapType: string | undefined): boolean {
  return mapType === undefined || mapType === "granular" || mapType === "atomic";
}

const unsupported = ["additionalItems", "dependencies", "$ref"] as const;
const unsupportedIfAny = ["patternProperties", "definitions"] as const;

function keywordErrors(path: field.Path, schema: CRDSchema, around: Surroundings): FieldError[] {
  const errors: FieldError[] = [];
  const forbid = (keyword: string, detail: string) => errors.push(field.forbidden(path.child(keyword), detail));
  const type = schema.type ?? "";
  if (type !== "" && !types.includes(type)) errors.push(field.notSupported(path.child("type"), type, types));
  if (schemaDefault(schema) !== undefined && around.forbidsDefaults !== "")
    forbid("default", `must not be set ${around.forbidsDefaults}`);
  if ((schema.id ?? "") !== "") forbid("id", "id is not supported");
  for (const keyword of unsupported) if (schema[keyword] !== undefined) forbid(keyword, `${keyword} is not supported`);
  for (const keyword of unsupportedIfAny)
    if (Object.keys(schema[keyword] ?? {}).length > 0) forbid(keyword, `${keyword} is not supported`);
  if (type === "null") forbid("type", "type cannot be set to null, use nullable as an alternative");
  if (isListOfItems(schema)) forbid("items", "items must be a schema object and not an array");
  if (around.isMeta && schema["x-kubernetes-embedded-resource"] === true)
    forbid("x-kubernetes-embedded-resource", "must not be used inside of resource meta");
  if (schema.uniqueItems === true)
    forbid("uniqueItems", "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
  const { additionalProperties } = schema;
  if (propertySchemas(schema).length > 0 && additionalProperties !== undefined && additionalProperties !== true)
    forbid("additionalProperties", "additionalProperties and properties are mutual exclusive");
  if (schema["x-kubernetes-preserve-unknown-fields"] === false)
    errors.push(field.invalid(path.child("x-kubernetes-preserve-unknown-fields"), false, "must be true or undefined"));
  return errors;
}

/**
 * Returns the maximum number of items or entries that a schema allows, or 1 for other values;
 * undefined if unlimited.
 */
function mostParts(schema: CRDSchema): number | undefined {
  if (schema.type === "array") return schema[bounds.items[1]];
  return schema.type === "object" && schema.additionalProperties !== undefined ? schema[bounds.properties[1]] : 1;
}
