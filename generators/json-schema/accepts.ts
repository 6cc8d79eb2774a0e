import { byPart, statedConstraints, type StatedConstraint } from "./stated-constraint.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import { hasFormat } from "../../runtime/rules/formats.js";
import { valueErrors } from "../../runtime/crd/index.js";
import { isLimitName, limits } from "../../runtime/schema/limits.js";
import { objectOf, typeById } from "../../engine/model/lookup.js";
import type { Marker } from "../../engine/markers/marker.js";
import { isRecord } from "../../engine/util/is-record.js";
import type { Type } from "../../engine/model/universe.js";

/** A constraint that a value violates. */
export interface Violated {
  readonly stated: StatedConstraint;
  /**
   * Name of the type or property whose marker declares the constraint; absent if it is the checked
   * type or property itself.
   */
  readonly of?: string;
}

/** Facts on which the check of a value depends. */
export type AcceptScope = Pick<PlanInput, "universe" | "load">;

/**
 * Returns the constraints that a value violates: those in the given markers, and those of the
 * value's types and properties. With `+k8s:opaqueType` among the markers, only the constraints in
 * the markers are checked.
 */
export function violatedBy(
  scope: AcceptScope,
  value: unknown,
  type: Type,
  markers: readonly Marker[],
): readonly Violated[] {
  const own = byPart(statedConstraints(markers)).flatMap((group) =>
    group
      .filter((one) => valuesAt(value, one.steps).some((part) => !accepts(part, one, group)))
      .map((stated): Violated => ({ stated })),
  );
  if (markers.some(({ name }) => name === "k8s:opaqueType")) return own;
  return [...own, ...violatedInside(scope, value, type)];
}

function violatedInside(scope: AcceptScope, value: unknown, type: Type): readonly Violated[] {
  if (type.kind === "list" || type.kind === "map") {
    const inner = type.kind === "list" ? type.element : type.value;
    return valuesAt(value, ["each"]).flatMap((part) => violatedInside(scope, part, inner));
  }
  const declared = type.kind === "ref" ? typeById(scope.universe, type.to) : undefined;
  if (declared?.shape.kind === "alias")
    return named(declared.name, violatedBy(scope, value, declared.shape.of, declared.markers));
  const object = objectOf(scope.universe, type);
  if (object === undefined || !isRecord(value)) return [];
  return object.shape.fields.flatMap((field) =>
    Object.hasOwn(value, field.name)
      ? named(
          `${object.declaration.name}.${field.name}`,
          violatedBy(scope, value[field.name], field.type, field.markers),
        )
      : [],
  );
}

function named(name: string, violated: readonly Violated[]): readonly Violated[] {
  return violated.map((one) => ({ of: name, ...one }));
}

/**
 * Returns the nested values at the end of a path of steps. The step `each` selects all items or map
 * values, `keys` all keys, and `property <name>` one property.
 */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  return step === undefined ? [value] : partsOf(value, step).flatMap((part) => valuesAt(part, rest));
}

function partsOf(value: unknown, step: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (step === "each") return Object.values(value);
  if (!isRecord(value)) return [];
  if (step === "keys") return Object.keys(value);
  const name = step.slice("property ".length);
  return Object.hasOwn(value, name) ? [value[name]] : [];
}

/**
 * Reports whether a value satisfies a constraint. Also returns true for a value of a kind that the
 * constraint does not limit, and if the result cannot be determined.
 * @param group all constraints of the same value
 */
export function accepts(
  value: unknown,
  { keyword, value: limit, marker }: StatedConstraint,
  group: readonly StatedConstraint[],
): boolean {
  switch (keyword) {
    case "neq":
      return value !== limit || isUnset(value);
    case "maxBytes":
      return (limitedSize(value, keyword) ?? 0) <= Number(limit);
    case "format": {
      if (typeof value !== "string" || (marker.name.startsWith("k8s:") && isUnset(value))) return true;
      const isKept = hasFormat(String(limit), value);
      if (isKept !== undefined) return isKept;
    }
  }
  const exclusive = group.filter((one) => one.keyword.startsWith("exclusive")).map((one) => [one.keyword, one.value]);
  const schema = { [keyword]: limit, ...(Object.fromEntries(exclusive) as object) };
  try {
    return valueErrors(undefined, schema, value).length === 0;
  } catch {
    // The function `badPattern` reports an invalid pattern.
    return true;
  }
}

/**
 * Reports whether a value can count as unset. validation-gen's markers do not apply to unset
 * values.
 */
function isUnset(value: unknown): boolean {
  return value === "" || value === 0 || value === false;
}

/**
 * Returns the size that a keyword limits, such as the number of items; undefined for a value of
 * another kind.
 */
export function limitedSize(value: unknown, keyword: string): number | undefined {
  const of = isLimitName(keyword) ? limits[keyword].of : undefined;
  if (typeof value === "string" && of === "characters") return Array.from(value).length;
  if (typeof value === "string" && of === "bytes") return new TextEncoder().encode(value).length;
  if (Array.isArray(value)) return of === "items" ? value.length : undefined;
  return isRecord(value) && of === "properties" ? Object.keys(value).length : undefined;
}
