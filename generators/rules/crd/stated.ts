import type { Marker } from "../../../engine/markers/marker.js";
import { constraintName, constraintOf } from "../../markers/constraints.js";
import { lowerFirstLetter, upperFirstLetter } from "../../../engine/util/first-letter.js";

export const crdPrefix = "kubebuilder:validation:";
export const openAPIPrefix = "k8s:validation:";

/** A marker with a constraint for a value, or for a part of the value. */
export interface Stated {
  readonly marker: Marker;
  /** The steps to the part: `items`, `additionalProperties` or `properties:<name>`. */
  readonly parts: readonly string[];
  /** The name of the constraint in controller-gen's markers: `MaxLength`. */
  readonly name: string;
  /** The value of the marker; undefined for a value of a wrong form, which the engine reports. */
  readonly value: unknown;
}

/**
 * Returns the constraint of a marker of controller-gen or openapi-gen; undefined for another
 * marker.
 */
export function statedIn(marker: Marker): Stated | undefined {
  const name = constraintName(marker.name);
  if (name === undefined || marker.then !== undefined || /\W/.test(name.rest)) return undefined;
  const { family, parts, rest } = name;
  return {
    marker,
    parts,
    // The names of openapi-gen begin with a lower-case letter.
    name: family === crdPrefix ? rest : upperFirstLetter(rest),
    value: constraintOf({ ...marker, name: family + rest })?.value,
  };
}

/** Returns the constraints of a part, without the step to the part. */
export function withoutPart(stated: readonly Stated[], part: string): readonly Stated[] {
  return stated.flatMap((one) => (one.parts[0] === part ? { ...one, parts: one.parts.slice(1) } : []));
}

/** Returns the name of another marker of the same family for the same part of a value. */
export function siblingName({ name }: Marker, other: string): string {
  const before = name.slice(0, name.lastIndexOf(":") + 1);
  return before + (name.startsWith(openAPIPrefix) ? lowerFirstLetter(other) : other);
}
