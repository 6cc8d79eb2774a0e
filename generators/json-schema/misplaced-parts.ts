import { remedy, removeMarker, replaceMarker } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Type, Universe } from "../../engine/model/universe.js";
import { nearest } from "../../engine/util/nearest.js";
import type { Problem } from "../../engine/base/problem.js";
import { constraintName } from "../markers/constraints.js";
import { markerProblem, type MarkedValue } from "./marked-value.js";

/**
 * Reports markers for nested values that the type does not have: `items:` on a type other than a
 * list, `additionalProperties:` on a type other than a map, `properties:name` for a property that
 * does not exist.
 */
export function misplacedParts({ universe, name: subject, type, markers }: MarkedValue): readonly Problem[] {
  return markers.flatMap((marker) => {
    const { family = "", parts = [], rest = "" } = constraintName(marker.name) ?? {};
    let at: Type | undefined = type;
    for (const [index, text] of parts.entries()) {
      if (at === undefined) return [];
      const inner = partOf(universe, at, text);
      if (inner.kind === "fault") {
        const [before, after] = [parts.slice(0, index), parts.slice(index + 1)];
        const name =
          inner.instead === undefined ? undefined : family + [...before, inner.instead, ...after, rest].join(":");
        const owner = before.length === 0 ? subject : `${subject} (${before.join(":")})`;
        return [problem(marker, `${owner} ${inner.fault}`, name)];
      }
      at = inner.type;
    }
    return [];
  });
}

/**
 * A nested value (item, map value or property), or the reason why it does not exist. `type` is
 * absent if the nested value exists, but its type is unknown.
 */
type Part =
  | { readonly kind: "part"; readonly type?: Type }
  | { readonly kind: "fault"; readonly fault: string; readonly instead?: string };

function partOf(universe: Universe, type: Type, text: string): Part {
  switch (type.kind) {
    case "list":
      return text === "items"
        ? { kind: "part", type: type.element }
        : { kind: "fault", fault: `is a list, and a list has no ${nouns(text)}`, instead: "items" };
    case "tuple":
      return text === "items"
        ? { kind: "part" }
        : { kind: "fault", fault: `is a tuple, and a tuple has no ${nouns(text)}` };
    case "map":
      return text === "additionalProperties"
        ? { kind: "part", type: type.value }
        : { kind: "fault", fault: `is a map, and a map has no ${nouns(text)}`, instead: "additionalProperties" };
    case "ref":
      return partOfNamed(universe, type.to, text);
    case "embedded":
      return partOfNamed(universe, type.of, text);
    case "literals":
      return { kind: "fault", fault: `is a union of literals, which has no ${nouns(text)}` };
    case "scalar":
      return /^(any|IntOrString|RawExtension|FieldsV1|bytes)$/.test(type.name)
        ? { kind: "part" }
        : { kind: "fault", fault: `is of type ${type.name}, which has no ${nouns(text)}` };
  }
}

function partOfNamed(universe: Universe, id: string, text: string): Part {
  const declaration = typeById(universe, id);
  const shape = declaration?.shape;
  if (shape?.kind === "alias") return partOf(universe, shape.of, text);
  if (declaration === undefined || shape?.kind !== "object") return { kind: "part" };
  const { name } = declaration;
  if (!text.startsWith("properties:"))
    return { kind: "fault", fault: `is of the object type ${name}, which has no ${nouns(text)}` };
  const wanted = text.slice("properties:".length);
  const field = shape.fields.find((one) => one.name === wanted);
  if (field !== undefined) return { kind: "part", type: field.type };
  const isMeta = shape.typeMeta !== undefined && (wanted === "apiVersion" || wanted === "kind");
  if (isMeta) return { kind: "part", type: { kind: "scalar", name: "string" } };
  const meant = nearest(
    wanted,
    shape.fields.map((one) => one.name),
  );
  return {
    kind: "fault",
    fault: `is of the object type ${name}, which has no property ${wanted}`,
    ...(meant === undefined ? {} : { instead: `properties:${meant}` }),
  };
}

function nouns(text: string): string {
  return text === "items"
    ? "items"
    : text === "additionalProperties"
      ? "additional properties"
      : `property ${text.slice("properties:".length)}`;
}

function problem(marker: Marker, fault: string, name: string | undefined): Problem {
  const text = marker.value === undefined ? `+${name ?? ""}` : `+${name ?? ""}=${marker.value}`;
  const fixes = [...(name === undefined ? [] : [replaceMarker(marker, text)]), removeMarker(marker)];
  const message = `+${marker.name} has no effect: ${fault}`;
  return markerProblem("openapi/misplaced-part", marker, message, remedy(...fixes));
}
