import type { Marker } from "../../../engine/markers/marker.js";
import { argumentsOf } from "../../../engine/markers/arguments.js";
import { extensionsOf } from "../../markers/extensions.js";
import { constrainedProperties, constraintOf, markersOfPart, parseMarkerJSON } from "../../markers/constraints.js";
import { example, externalDocs, isIntOrString, title, typeName } from "../../markers/crd.js";
import { namedStringFormat, numberFormats } from "../../../runtime/crd/index.js";
import type { JSONSchema } from "./json-schema.js";
import { merged } from "./merge.js";
import { isOneOf, literal } from "../rules/expressions.js";
import type { RuleValueKind } from "../../../runtime/rules/value.js";

/**
 * Extensions that a CustomResourceDefinition can have. `x-kubernetes-embedded-resource` is added as
 * a rule; all other extensions are only for OpenAPI documents.
 */
const extensions: ReadonlySet<string> = new Set([
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-map-type",
  "x-kubernetes-preserve-unknown-fields",
]);

/**
 * Returns a schema with the keywords that markers add to describe a value, its items, its map
 * values and its properties, except constraints: types, formats that no rule checks, extensions and
 * documentation.
 */
export function withStructure(schema: JSONSchema, markers: readonly Marker[]): JSONSchema {
  if (markers.length === 0) return schema;
  return withParts(withFittingTypes(merged(structureOf(markers), withType(schema, markers))), markers);
}

/** Returns the keywords that markers add to describe a value, except constraints. */
function structureOf(markers: readonly Marker[]): JSONSchema {
  const stated = extensionsOf(markers).filter(({ key }) => extensions.has(key));
  return {
    ...Object.fromEntries(stated.map(({ key, value }) => [key, value])),
    ...uncheckedFormat(markers),
    ...documentationOf(markers),
  };
}

/**
 * Returns the format of a value if no rule checks it: a format of numbers, or one that every string
 * has.
 */
function uncheckedFormat(markers: readonly Marker[]): JSONSchema {
  const format = markers.map(constraintOf).find((constraint) => constraint?.keyword === "format")?.value;
  if (typeof format !== "string") return {};
  return numberFormats.includes(format) || namedStringFormat(format) === null ? { format } : {};
}

const kindsOfTypes: Readonly<Record<string, RuleValueKind>> = {
  boolean: "bool",
  integer: "int",
  number: "float",
  string: "string",
};

/**
 * Replaces the enumeration of a nullable scalar by a CEL rule, because API servers do not evaluate
 * rules for null. With the keyword `enum`, they reject null even if the enumeration contains it.
 */
export function enumAsRule(schema: JSONSchema): JSONSchema {
  const { enum: values, ...rest } = schema;
  const kind = kindsOfTypes[schema.type ?? ""];
  if (schema.nullable !== true || values === undefined || kind === undefined) return schema;
  const members = values.flatMap((value) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [value] : [],
  );
  const rule = {
    rule: isOneOf(kind, "self", members),
    message: `must be one of ${members.map((member) => literal(kind, member)).join(", ")}`,
  };
  const lengths = values.flatMap((value) => (typeof value === "string" ? [Array.from(value).length] : []));
  return {
    // The maximum length lowers the estimated cost of the rule.
    ...(lengths.length > 0 && { maxLength: Math.max(...lengths) }),
    ...rest,
    "x-kubernetes-validations": [...(schema["x-kubernetes-validations"] ?? []), rule],
  };
}

/** Types of the values on which an extension has an effect. */
const fitting: ReadonlyMap<string, string> = new Map([
  ["x-kubernetes-list-type", "array"],
  ["x-kubernetes-list-map-keys", "array"],
  ["x-kubernetes-map-type", "object"],
]);

/** Removes extensions that have no effect on values of the schema's type. */
function withFittingTypes(schema: JSONSchema): JSONSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => (fitting.get(key) ?? schema.type) === schema.type),
  );
}

function documentationOf(markers: readonly Marker[]): JSONSchema {
  const owner = { markers };
  const [shown, name, docs] = [example.find(owner), title.find(owner), externalDocs.find(owner)];
  const given = docs === undefined ? undefined : argumentsOf(docs.name, docs.value, "kubebuilder:externalDocs:");
  return {
    ...(shown?.value === undefined ? {} : { example: parseMarkerJSON(shown.value) ?? shown.value }),
    ...(name?.value === undefined ? {} : { title: textOf(name.value) }),
    ...(given === undefined || "fault" in given ? {} : { externalDocs: Object.fromEntries(given) }),
  };
}

/**
 * Returns the string in a marker's value, which is written in JSON, in Go's raw quotes, or without
 * quotes.
 */
function textOf(written: string): string {
  const value = parseMarkerJSON(written);
  return typeof value === "string" ? value : written.replace(/^`([^`]*)`$/, "$1");
}

/** Applies the markers that replace the type of a value in the schema. */
function withType(schema: JSONSchema, markers: readonly Marker[]): JSONSchema {
  const owner = { markers };
  const other = typeName.find(owner)?.value;
  const typed = other === undefined ? schema : { ...schema, type: textOf(other) };
  return isIntOrString.has(owner) ? { ...typed, "x-kubernetes-int-or-string": true } : typed;
}

/** Applies markers for list items, map values and properties of an object. */
function withParts(schema: JSONSchema, markers: readonly Marker[]): JSONSchema {
  const { items, additionalProperties, properties } = schema;
  const each = markers.flatMap(({ name, then }) => (name === "k8s:eachVal" && then !== undefined ? [then] : []));
  const part = (of: JSONSchema, name: string) => withStructure(of, [...markersOfPart(markers, name), ...each]);
  const constrained = constrainedProperties(markers).flatMap((name) => {
    const own = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return own === undefined ? [] : [[name, withStructure(own, markersOfPart(markers, `properties:${name}`))] as const];
  });
  return {
    ...schema,
    ...(items && { items: part(items, "items") }),
    ...(additionalProperties && { additionalProperties: part(additionalProperties, "additionalProperties") }),
    ...(properties && { properties: { ...properties, ...Object.fromEntries(constrained) } }),
  };
}
