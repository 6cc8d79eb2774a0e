import { remedy, removeMarker } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import { typeById, underlying } from "../../engine/model/lookup.js";
import type { ScalarName, Type, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { validationsOf } from "../markers/constraints.js";
import { openapiProblems } from "../problem-codes/openapi.js";

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
 * Reports constraints that do not apply to the type's kind of JSON value.
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
  return [...values.keys()].flatMap((keyword): Problem[] => {
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
        ...openapiProblems.is("openapi/idle-constraint"),
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
}

const nouns: { readonly [kind in JSONKind]: string } = {
  text: "text",
  number: "a number",
  list: "a list",
  object: "an object",
  truth: "true or false",
};

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
