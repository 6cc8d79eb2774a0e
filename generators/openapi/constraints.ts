import { isDefault } from "../defaults/markers.js";
import { remedy, remedyAs, removeMarker, replaceMarker, type Fix } from "../../engine/fix/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import { typeById, underlying } from "../../engine/model/lookup.js";
import type { ScalarName, Type, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { parse, validationsOf } from "./validations.js";

/** Kinds of JSON values, as constraints distinguish them. */
type JSONKind = "text" | "number" | "list" | "object" | "truth";

const meaningful: { readonly [keyword: string]: JSONKind } = {
  maximum: "number",
  minimum: "number",
  exclusiveMaximum: "number",
  exclusiveMinimum: "number",
  multipleOf: "number",
  maxLength: "text",
  minLength: "text",
  pattern: "text",
  maxItems: "list",
  minItems: "list",
  uniqueItems: "list",
  maxProperties: "object",
  minProperties: "object",
};

const numbers: ReadonlySet<ScalarName> = new Set([
  "int8",
  "int16",
  "int32",
  "int64",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "float32",
  "float64",
]);
const texts: ReadonlySet<ScalarName> = new Set(["string", "bytes", "Time", "MicroTime", "Duration"]);

/**
 * Reports constraints that do not apply to the type's kind of JSON value, and a `+default` that
 * violates the constraints.
 * @param subject name of the type or property in messages: `PizzaSpec.slices`
 */
export function checkConstraints(
  universe: Universe,
  subject: string,
  type: Type,
  markers: readonly Marker[],
): readonly Problem[] {
  const validations = validationsOf(markers);
  if (validations.length === 0) return [];
  const values = new Map(
    validations.flatMap((entry) => (entry.kind === "json" ? [[entry.key, entry.value] as const] : [])),
  );
  const kind = kindOf(universe, type);
  const idle = [...values.keys()].flatMap((keyword): Problem[] => {
    const wanted = meaningful[keyword];
    const marker = markers.find(({ name }) => name.toLowerCase().endsWith(`:${keyword.toLowerCase()}`));
    if (wanted === undefined || kind === undefined || wanted === kind || marker === undefined) return [];
    // The generator of validation reports markers of controller-gen, as errors.
    if (marker.name.startsWith("kubebuilder:")) return [];
    // Bytes are a list in Go, so these markers limit the number of bytes.
    if (marker.name.startsWith("k8s:m") && wanted === "list" && isBytes(universe, type)) return [];
    const message = `${keyword} has no effect on ${subject}: it constrains ${nouns[wanted]}, and the type is ${nouns[kind]}`;
    const instead = Object.keys(meaningful).filter((other) => meaningful[other] === kind);
    return [
      {
        code: "openapi/idle-constraint",
        severity: "warning",
        message,
        ...remedy(
          removeMarker(
            marker,
            `remove the marker${instead.length === 0 ? "" : `, or use one of ${instead.join(", ")}`}`,
          ),
        ),
        position: marker.position,
      },
    ];
  });
  return [...idle, ...checkDefault(subject, values, markers)];
}

const nouns: { readonly [kind in JSONKind]: string } = {
  text: "text",
  number: "a number",
  list: "a list",
  object: "an object",
  truth: "true or false",
};

function checkDefault(
  subject: string,
  values: ReadonlyMap<string, unknown>,
  markers: readonly Marker[],
): readonly Problem[] {
  const marker = markers.find(isDefault);
  const value = marker?.value === undefined ? undefined : parse(marker.value);
  if (marker === undefined || value === undefined) return [];
  return [...values].flatMap(([keyword, limit]): Problem[] => {
    if (fits(value, keyword, limit)) return [];
    const message = `the default of ${subject} is ${JSON.stringify(value)}, which violates its ${keyword} ${JSON.stringify(limit)}`;
    const constraint = markers.find(({ name }) => name.toLowerCase().endsWith(`:${keyword.toLowerCase()}`));
    const fixes = [
      replaced(marker, fittingDefault(value, keyword, limit)),
      replaced(constraint, fittingLimit(value, keyword, limit)),
    ].flat();
    return [
      {
        code: "openapi/refused-default",
        severity: "error",
        message,
        ...remedyAs(`change the default or the constraint: ${fixes.map(({ text }) => text).join(", ")}`, ...fixes),
        position: marker.position,
      },
    ];
  });
}

function replaced(marker: Marker | undefined, value: unknown): readonly Fix[] {
  return marker === undefined || value === undefined
    ? []
    : [replaceMarker(marker, `+${marker.name}=${JSON.stringify(value)}`)];
}

/**
 * Returns a valid value that is similar to an invalid default. Returns undefined if no value is
 * certainly valid.
 */
function fittingDefault(value: unknown, keyword: string, limit: unknown): unknown {
  if (keyword === "enum") return Array.isArray(limit) ? (limit as readonly unknown[])[0] : undefined;
  if (typeof value === "number") return limit;
  if (typeof limit !== "number" || !keyword.startsWith("max")) return undefined;
  return typeof value === "string"
    ? Array.from(value).slice(0, limit).join("")
    : Array.isArray(value)
      ? value.slice(0, limit)
      : undefined;
}

/**
 * Returns the limit of a constraint that is just wide enough for the default. Returns undefined if
 * no such limit is certain.
 */
function fittingLimit(value: unknown, keyword: string, limit: unknown): unknown {
  if (keyword === "enum") return undefined;
  if (typeof limit !== "number") return undefined;
  return typeof value === "number"
    ? value
    : typeof value === "string"
      ? Array.from(value).length
      : Array.isArray(value)
        ? value.length
        : undefined;
}

/**
 * Reports whether a default satisfies a constraint. Returns true for constraints that need a full
 * validator.
 */
function fits(value: unknown, keyword: string, limit: unknown): boolean {
  const size = typeof value === "string" ? Array.from(value).length : Array.isArray(value) ? value.length : undefined;
  switch (keyword) {
    case "minimum":
      return typeof value !== "number" || typeof limit !== "number" || value >= limit;
    case "maximum":
      return typeof value !== "number" || typeof limit !== "number" || value <= limit;
    case "minLength":
    case "minItems":
      return size === undefined || typeof limit !== "number" || size >= limit;
    case "maxLength":
    case "maxItems":
      return size === undefined || typeof limit !== "number" || size <= limit;
    case "enum":
      return !Array.isArray(limit) || limit.some((member) => JSON.stringify(member) === JSON.stringify(value));
    default:
      return true;
  }
}

function isBytes(universe: Universe, type: Type): boolean {
  const under = underlying(universe, type);
  return under.kind === "scalar" && under.name === "bytes";
}

/** Returns the kind of a type's values; undefined if the values can have several kinds. */
function kindOf(universe: Universe, type: Type): JSONKind | undefined {
  switch (type.kind) {
    case "scalar":
      return numbers.has(type.name)
        ? "number"
        : texts.has(type.name)
          ? "text"
          : type.name === "boolean"
            ? "truth"
            : undefined;
    case "literals":
      return typeof type.values[0] === "string" ? "text" : typeof type.values[0] === "number" ? "number" : "truth";
    case "list":
    case "tuple":
      return "list";
    case "map":
    case "embedded":
      return "object";
    case "ref": {
      const shape = typeById(universe, type.to)?.shape;
      if (shape?.kind === "alias") return kindOf(universe, shape.of);
      return shape?.kind === "object" || shape?.kind === "union" ? "object" : undefined;
    }
  }
}
