import type { Marker } from "../../../engine/markers/marker.js";
import { argumentsOf } from "../../../engine/markers/arguments.js";
import { extensionsOf } from "../../markers/extensions.js";
import {
  constrainedProperties,
  countedNames,
  markersOfPart,
  parseMarkerJSON,
  validationsOf,
} from "../../markers/constraints.js";
import { example, externalDocs, isIntOrString, title, typeName, withoutCEL } from "../../markers/crd.js";
import type { JSONSchema } from "./json-schema.js";
import { merged } from "./merge.js";
import { withoutWeakerLimits } from "./scalar.js";
import { isOneOf, literal } from "../rules/expressions.js";
import type { RuleValueKind } from "../../../runtime/rules/value.js";

/**
 * Extensions that a CustomResourceDefinition can have. All other extensions are only for OpenAPI
 * documents.
 */
const extensions: ReadonlySet<string> = new Set([
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-map-type",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
]);

/**
 * Returns a schema with the keywords that the markers of a type or field add: constraints, rules,
 * extensions and documentation of the value, its items and its map values.
 * @param schema schema of the value. Its rules come after the rules of the markers
 */
export function withMarkers(schema: JSONSchema, markers: readonly Marker[]): JSONSchema {
  if (markers.length === 0) return schema;
  const stated = { ...constraintsOf(markers), ...documentationOf(markers) };
  const own = merged(stated, withType(withoutWeakerLimits(schema, stated), markers));
  // An embedded object must have a type in the schema, even if its properties are unknown.
  const isUntyped = own["x-kubernetes-embedded-resource"] === true && own.type === undefined;
  return withParts(withFittingTypes(isUntyped ? { ...own, type: "object" } : own), markers);
}

const kindsOfTypes: Readonly<Record<string, RuleValueKind>> = {
  boolean: "bool",
  integer: "int",
  number: "float",
  string: "string",
};

/**
 * Replaces the enumeration of a nullable value by a CEL rule, because API servers do not evaluate
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

/**
 * Removes list types from values that are not lists, and map types from values that are not
 * objects, because they have no effect.
 */
function withFittingTypes(schema: JSONSchema): JSONSchema {
  const {
    "x-kubernetes-list-type": listType,
    "x-kubernetes-list-map-keys": keys,
    "x-kubernetes-map-type": mapType,
    ...rest
  } = schema;
  const [isList, isObject] = [schema.type === "array", schema.type === "object"];
  if ((listType ?? keys) === undefined ? mapType === undefined || isObject : isList && mapType === undefined)
    return schema;
  return {
    ...rest,
    ...(isList && listType !== undefined ? { "x-kubernetes-list-type": listType } : {}),
    ...(isList && keys !== undefined ? { "x-kubernetes-list-map-keys": keys } : {}),
    ...(isObject && mapType !== undefined ? { "x-kubernetes-map-type": mapType } : {}),
  };
}

/** Returns the keywords of constraint markers. */
function constraintsOf(markers: readonly Marker[]): JSONSchema {
  const counting = withoutCEL.has({ markers }) ? markers.filter((marker) => countedNames(marker).length > 0) : [];
  const others = counting.length === 0 ? markers : markers.filter((marker) => !counting.includes(marker));
  const stated = [...validationsOf(others), ...extensionsOf(markers).filter(({ key }) => extensions.has(key))];
  return {
    ...(Object.fromEntries(
      // A boolean keyword with the value false has no effect.
      stated.flatMap((entry) => (entry.value !== false ? [[entry.key, entry.value]] : [])),
    ) as JSONSchema),
    ...countedSchema(counting),
  };
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
  const part = (of: JSONSchema, name: string) => withMarkers(of, [...markersOfPart(markers, name), ...each]);
  const constrained = constrainedProperties(markers).flatMap((name) => {
    const own = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return own === undefined ? [] : [[name, withMarkers(own, markersOfPart(markers, `properties:${name}`))] as const];
  });
  return {
    ...schema,
    ...(items && { items: part(items, "items") }),
    ...(additionalProperties && { additionalProperties: part(additionalProperties, "additionalProperties") }),
    ...(properties && { properties: { ...properties, ...Object.fromEntries(constrained) } }),
  };
}

/**
 * Returns the keywords for markers such as `ExactlyOneOf=a;b`. Unlike CEL rules, keywords have no
 * costs. A schema has each keyword only once, so the keywords of several markers are in `allOf`.
 */
function countedSchema(markers: readonly Marker[]): JSONSchema {
  const parts = markers.map(partOf);
  return parts.length < 2 ? (parts[0] ?? {}) : { allOf: parts };
}

function partOf(marker: Marker): JSONSchema {
  const names = countedNames(marker);
  const each = names.map((name): JSONSchema => ({ required: [name] }));
  if (marker.name.endsWith(":AtLeastOneOf")) return { anyOf: each };
  if (marker.name.endsWith(":ExactlyOneOf")) return { oneOf: each };
  return names.length === 2 ? { not: { required: names } } : { oneOf: [{ not: { anyOf: each } }, ...each] };
}
