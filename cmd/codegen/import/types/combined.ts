import { withoutCEL } from "../../../../generators/markers/crd.js";
import { isLimitName, limits } from "../../../../runtime/schema/limits.js";
import { objectsIn, schemaProperties, stringsIn, type ReadSchema, type SchemaAt } from "../schema.js";
import type { ImportContext } from "./context.js";
import { validationPrefix } from "./constraints.js";

/** Keywords that combine several schemas. */
const combinators = ["allOf", "anyOf", "oneOf", "not"] as const;

/**
 * Returns the markers for combined schemas that require exactly one, at least one or at most one of
 * several properties. Reports every other combination, because no marker expresses it. An
 * additional marker keeps the combinations as keywords of the schema, because CEL rules could be
 * too expensive for an API server.
 */
export function combinedMarkers(context: ImportContext, at: SchemaAt): readonly string[] {
  const markers = countingMarkers(context, at);
  return markers.length === 0 ? [] : [...markers, `+${withoutCEL.name}`];
}

function countingMarkers(context: ImportContext, at: SchemaAt): readonly string[] {
  return combinators.flatMap((keyword) => {
    const value = at.schema[keyword];
    if (value === undefined) return [];
    if (keyword === "allOf") return allMarkers(context, at);
    const marker = markerOf(keyword, value);
    if (marker !== undefined && isPossible(at, marker.names))
      return [`${validationPrefix}${marker.name}=${marker.names.join(";")}`];
    context.omit(at, [keyword], `no marker can express this ${keyword}`);
    return [];
  });
}

/**
 * Returns the markers for the schemas in `allOf` that only combine schemas. Reports other schemas.
 */
function allMarkers(context: ImportContext, at: SchemaAt): readonly string[] {
  return objectsIn(at.schema["allOf"], ["allOf"]).flatMap(({ value, path }) => {
    const isCombined = Object.keys(value).every((key) => combinators.some((one) => one === key));
    if (isCombined) {
      const { properties, required } = at.schema;
      return countingMarkers(context, {
        ...at,
        schema: { ...value, properties, required },
        path: [...at.path, ...path],
      });
    }
    context.omit(at, path, "no marker can express this part of allOf");
    return [];
  });
}

interface OneOfMarker {
  readonly name: "ExactlyOneOf" | "AtLeastOneOf" | "AtMostOneOf";
  readonly names: readonly string[];
}

function markerOf(keyword: (typeof combinators)[number], value: unknown): OneOfMarker | undefined {
  if (keyword === "not") {
    const names = requiredIn(value);
    return names?.length === 2 ? { name: "AtMostOneOf", names } : undefined;
  }
  const parts = objectsIn(value, []).map((part) => part.value);
  const names = parts.map(onlyRequired);
  const known = names.filter((name) => name !== undefined);
  if (known.length === names.length && known.length > 0)
    return { name: keyword === "oneOf" ? "ExactlyOneOf" : "AtLeastOneOf", names: known };
  const none = parts.find((part) => onlyRequired(part) === undefined);
  const excluded = none === undefined ? undefined : excludedIn(none);
  const isAtMost = keyword === "oneOf" && known.length === parts.length - 1 && sameNames(excluded, known);
  return isAtMost ? { name: "AtMostOneOf", names: known } : undefined;
}

/**
 * Returns the required names in a schema that has no keyword except `required`; undefined for
 * others.
 */
function requiredIn(value: unknown): readonly string[] | undefined {
  const [schema] = objectsIn([value], []);
  const isOnly = schema !== undefined && Object.keys(schema.value).every((key) => key === "required");
  return isOnly ? stringsIn(schema.value["required"]) : undefined;
}

function onlyRequired(schema: ReadSchema): string | undefined {
  const names = requiredIn(schema);
  return names?.length === 1 ? names[0] : undefined;
}

/**
 * Returns the names a and b of `not: { anyOf: [{ required: [a] }, { required: [b] }] }`; undefined
 * for other schemas.
 */
export function excludedIn(schema: ReadSchema): readonly string[] | undefined {
  const [not] = objectsIn([schema["not"]], []);
  if (not === undefined || Object.keys(schema).length !== 1) return undefined;
  const names = objectsIn(not.value["anyOf"], []).map(({ value }) => onlyRequired(value));
  return names.every((name) => name !== undefined) ? names : undefined;
}

function sameNames(some: readonly string[] | undefined, others: readonly string[]): boolean {
  return some?.length === others.length && others.every((name) => some.includes(name));
}

/**
 * Reports whether the markers of controller-gen can name the properties: they must exist and be
 * optional.
 */
function isPossible(at: SchemaAt, names: readonly string[]): boolean {
  const known = schemaProperties(at).map(([name]) => name);
  const required = stringsIn(at.schema["required"]);
  return names.every((name) => known.includes(name) && !required.includes(name) && /^[A-Za-z_]\w*$/.test(name));
}

/**
 * Merges the schemas in `allOf` into the schema itself. controller-gen writes `allOf` for the rules
 * of a field and of its type. A schema with a keyword that cannot be merged stays in `allOf`.
 */
export function withoutAllOf(at: SchemaAt): SchemaAt {
  const { allOf } = at.schema;
  if (!Array.isArray(allOf)) return at;
  const merged: Record<string, unknown> = { ...at.schema };
  delete merged["allOf"];
  const rest = allOf.filter((part: unknown) => {
    const [entry] = objectsIn([part], []);
    return entry === undefined || !mergeInto(merged, entry.value);
  });
  return { ...at, schema: rest.length === 0 ? merged : { ...merged, allOf: rest as readonly unknown[] } };
}

/**
 * Merges a schema of `allOf` into the target. Returns false, and changes nothing, if a keyword
 * cannot be merged.
 */
function mergeInto(target: Record<string, unknown>, part: ReadSchema): boolean {
  const changes: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(part)) {
    const own = target[keyword];
    if (own === undefined && !["properties", "required", "not", "anyOf", "oneOf", "allOf"].includes(keyword))
      changes[keyword] = value;
    else if (typeof own === "number" && typeof value === "number" && isLimitName(keyword))
      changes[keyword] = limits[keyword].side === "least" ? Math.max(own, value) : Math.min(own, value);
    else if (keyword === "enum" && Array.isArray(own) && Array.isArray(value))
      changes[keyword] = own.filter((member) => value.includes(member));
    else if (JSON.stringify(own) !== JSON.stringify(value)) return false;
  }
  Object.assign(target, changes);
  return true;
}
