import type { Marker } from "../../../engine/markers/marker.js";
import { constraintName, constraintOf } from "../../markers/constraints.js";
import { lowerFirstLetter, upperFirstLetter } from "../../../engine/util/first-letter.js";

export const crdPrefix = "kubebuilder:validation:";
export const openAPIPrefix = "k8s:validation:";

/** A constraint that a marker declares for a value, or for a nested value. */
export interface Stated {
  readonly marker: Marker;
  /**
   * Steps to the nested value: `items`, `additionalProperties` or `properties:<name>`. Empty for
   * the value itself.
   */
  readonly parts: readonly string[];
  /** Name of the constraint in controller-gen's markers: `MaxLength`. */
  readonly name: string;
  /** Value of the marker; undefined if the value is malformed, which the engine reports. */
  readonly value: unknown;
}

/**
 * Returns the constraint of a marker of controller-gen or openapi-gen; undefined for any other
 * marker.
 */
export function statedIn(marker: Marker): Stated | undefined {
  const name = constraintName(marker.name);
  if (name === undefined || marker.then !== undefined || /\W/.test(name.rest)) return undefined;
  const { family, parts, rest } = name;
  return {
    marker,
    parts,
    // The names of openapi-gen's markers begin with a lower-case letter.
    name: family === crdPrefix ? rest : upperFirstLetter(rest),
    value: constraintOf({ ...marker, name: family + rest })?.value,
  };
}

/**
 * Returns the constraints of one nested value (such as `items`). The steps in the result no longer
 * begin with the step `part`.
 */
export function withoutPart(stated: readonly Stated[], part: string): readonly Stated[] {
  return stated.flatMap((one) => (one.parts[0] === part ? { ...one, parts: one.parts.slice(1) } : []));
}

/**
 * Returns the full name of another marker of the same family, for the same value or nested value.
 */
export function siblingName({ name }: Marker, other: string): string {
  const before = name.slice(0, name.lastIndexOf(":") + 1);
  return before + (name.startsWith(openAPIPrefix) ? lowerFirstLetter(other) : other);
}
