import type { APIScalar, APIShape, APIValue, MergeStructure, Ruled } from "../form/api.js";
import { isNumber, isWhole, limitOf, listedValues, ranges } from "../form/value-range.js";
import type { FormDifference } from "./difference.js";

/**
 * Returns the difference of two types, if any.
 * @param isMessage true if the value is a property with a protobuf number in both states
 */
export function compareTypes(old: APIValue, now: APIValue, isMessage: boolean): FormDifference | undefined {
  const [before, after] = [nameOf(old.shape), nameOf(now.shape)];
  const detail = `the type changed from ${before} to ${after}`;
  const changed = (severity: FormDifference["severity"]): FormDifference => ({
    code: "changed-type",
    severity,
    detail,
  });
  if (old.shape.kind === "scalar" && now.shape.kind === "scalar") {
    const fit = fitOf(old, old.shape.name, now.shape.name);
    if (fit === "same") return undefined;
    return changed(fit === "breaks" || (isMessage && !isSameOnWire(before, after)) ? "breaking" : "compatible");
  }
  if (old.shape.kind === "object" && now.shape.kind === "object" && old.shape.isOpen === true && !now.shape.isOpen)
    return { code: "changed-type", severity: "breaking", detail: "unknown properties are no longer kept" };
  if (old.shape.kind === now.shape.kind) return before === after ? undefined : changed("breaking");
  return changed(acceptsAll(old.shape, now.shape) && !isMessage ? "compatible" : "breaking");
}

/**
 * Reports whether a scalar type, such as `any`, accepts all values of an object, list, map or
 * union.
 */
function acceptsAll(old: APIShape, now: APIShape): boolean {
  if (now.kind !== "scalar") return false;
  return now.name === "any" || (now.name === "RawExtension" && ["object", "map", "union"].includes(old.kind));
}

/**
 * Reports whether two scalar types have the same encoding in protobuf. Signed integers of all sizes
 * are varints. Unsigned integers are not compatible, because they decode negative numbers
 * differently.
 */
function isSameOnWire(before: string, after: string): boolean {
  return /^int\d/.test(before) && /^int\d/.test(after);
}

function nameOf(shape: APIShape): string {
  switch (shape.kind) {
    case "scalar":
    case "opaque":
      return shape.name;
    case "tuple":
      return `a tuple of ${String(shape.items().length)} items`;
    case "object":
    case "union":
    case "list":
    case "map":
      return `${shape.kind === "object" ? "an" : "a"} ${shape.kind}`;
  }
}

/** Scalar types whose JSON values are strings. */
const texts: ReadonlySet<APIScalar> = new Set(["string", "bytes", "Time", "MicroTime", "Duration", "Quantity"]);

/**
 * Effect of a changed scalar type on old values: `fits` if the values keep their meaning, `breaks`
 * if not. `same` if the type was not changed.
 */
type Fit = "same" | "fits" | "breaks";

/**
 * Returns the effect of a changed scalar type on the values that the old type and its rules allow.
 */
function fitOf(old: Ruled, oldName: APIScalar, name: APIScalar): Fit {
  if (oldName === name) return "same";
  if (name === "any") return "fits";
  if (name === "RawExtension" && oldName === "FieldsV1") return "fits";
  if (isNumber(oldName) && isNumber(name)) return numbersFit(old, oldName, name) ? "fits" : "breaks";
  if (name === "IntOrString") return texts.has(oldName) || isWhole(oldName) ? "fits" : "breaks";
  // The server stores values of these types as strings, which remain valid with the type string.
  if (name === "string" && texts.has(oldName)) return "fits";
  return "breaks";
}

function numbersFit(old: Ruled, oldName: APIScalar, name: APIScalar): boolean {
  const listed = listedValues(old);
  if (listed !== undefined) return listed.every((value) => !isWhole(name) || Number.isInteger(value));
  if (isWhole(name)) return isWhole(oldName) && isWithin(old, ranges[name]);
  if (!isWhole(oldName)) return name === "float64";
  // Larger integers lose digits in a floating-point number.
  const exact = name === "float32" ? 2 ** 24 : 2 ** 53;
  return isWithin(old, [-exact, exact]);
}

function isWithin(old: Ruled, range: readonly [number, number] | undefined): boolean {
  const [min, max] = [limitOf(old, "minimum"), limitOf(old, "maximum")];
  const [least, most] = range ?? [-Infinity, Infinity];
  return min !== undefined && max !== undefined && min.value >= least && max.value <= most;
}

/** Compares the merge strategies of a list, a map or an object in server-side apply. */
export function compareStructure(old: APIValue, now: APIValue): readonly FormDifference[] {
  if (old.shape.kind === "list" && now.shape.kind === "list") return compareLists(old.structure, now.structure);
  const isGranular = ["map", "object"].includes(old.shape.kind) && old.shape.kind === now.shape.kind;
  if (!isGranular || old.structure.isAtomic === now.structure.isAtomic) return [];
  const [before, after] = [old, now].map(({ structure }) => (structure.isAtomic ? "atomic" : "granular"));
  return [difference("changed-map-type", `the map type changed from ${before ?? ""} to ${after ?? ""}`)];
}

function compareLists(old: MergeStructure, now: MergeStructure): readonly FormDifference[] {
  if (old.listType !== now.listType) {
    const isStricter = now.listType !== "atomic";
    const effect = isStricter
      ? "the server now refuses lists with equal items"
      : "in server-side apply, a manager now owns the whole list";
    return [
      difference("changed-list-type", `the list type changed from ${old.listType} to ${now.listType}: ${effect}`),
    ];
  }
  const [before, after] = [old.mapKeys.toSorted().join(", "), now.mapKeys.toSorted().join(", ")];
  if (now.listType !== "map" || before === after) return [];
  return [difference("changed-map-key", `the keys of the list changed from ${before} to ${after}`)];
}

function difference(code: FormDifference["code"], detail: string): FormDifference {
  return { code, severity: "breaking", detail };
}
