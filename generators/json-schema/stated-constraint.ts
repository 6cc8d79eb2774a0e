import type { Marker } from "../../engine/markers/marker.js";
import { unquote } from "../../engine/markers/grammar.js";
import { groupBy } from "../../engine/util/group-by.js";
import { constraintName, constraintOf, parseMarkerJSON } from "../markers/constraints.js";

/** A constraint that a marker declares for a value, or for a nested value. */
export interface StatedConstraint {
  /** The marker as written in the comment. */
  readonly marker: Marker;
  /**
   * Steps from the value to the nested value that is constrained: `each`, `keys` or `property
   * <name>`. Empty for the value itself.
   */
  readonly steps: readonly string[];
  /**
   * Name of the nested value in messages, with a colon at its end: `items:`. Empty for the value
   * itself.
   */
  readonly part: string;
  readonly keyword: string;
  readonly value: unknown;
}

/**
 * Returns the unconditional constraints that markers declare. These are the constraints in the
 * schema, and constraints that only validation enforces, such as `+k8s:format` and
 * `+k8s:eachVal=+k8s:maxLength=3`.
 */
export function statedConstraints(markers: readonly Marker[]): readonly StatedConstraint[] {
  return markers.flatMap((marker) => statedIn(marker, marker, [], "") ?? []);
}

/**
 * Returns the constraints of one marker; undefined if it declares none.
 * @param inner the marker itself, or the marker inside it that declares the constraint
 */
function statedIn(
  marker: Marker,
  inner: Marker,
  outer: readonly string[],
  outerPart: string,
): StatedConstraint | undefined {
  if (inner.then !== undefined) {
    const step = { "k8s:eachVal": "each", "k8s:eachKey": "keys" }[inner.name];
    const part = `${outerPart}${inner.name.slice("k8s:".length)}:`;
    return step === undefined ? undefined : statedIn(marker, inner.then, [...outer, step], part);
  }
  const { family = "", parts = [], rest = inner.name } = constraintName(inner.name) ?? {};
  const constraint = constraintOf({ ...inner, name: family + rest }) ?? declarativeOnly(inner);
  if (constraint === undefined) return undefined;
  const steps = parts.map((text) =>
    text.startsWith("properties:") ? `property ${text.slice("properties:".length)}` : "each",
  );
  const part = outerPart + parts.map((text) => `${text}:`).join("");
  return { marker, steps: [...outer, ...steps], part, ...constraint };
}

/** Returns a constraint that only validation enforces, because the schema cannot contain it. */
function declarativeOnly({
  name,
  value = "",
}: Marker): { readonly keyword: string; readonly value: unknown } | undefined {
  switch (name) {
    case "k8s:format":
      return { keyword: "format", value: unquote(value) };
    case "k8s:maxBytes":
      return { keyword: "maxBytes", value: Number(unquote(value)) };
    case "k8s:neq":
      return { keyword: "neq", value: parseMarkerJSON(value) };
    default:
      return undefined;
  }
}

/** Groups constraints by the value or nested value that they constrain. */
export function byPart(stated: readonly StatedConstraint[]): readonly (readonly StatedConstraint[])[] {
  return [...groupBy(stated, ({ steps }) => steps.join("\n")).values()];
}
