import type { Position } from "../../../../engine/base/problem.js";
import type { APIKind, APIValue } from "../form/api.js";
import type { StateChange } from "../form/change.js";
import { parseSteps, partsOfValue, valueAtPath, type ObjectStep } from "../form/parts.js";

const maxDepth = 10;

/** Returns the field paths at which a type is used in a kind, the shortest first. */
export function placesOfType(kind: APIKind, type: string): readonly (readonly ObjectStep[])[] {
  const places: (readonly ObjectStep[])[] = [];
  let next: readonly { readonly value: APIValue; readonly steps: readonly ObjectStep[] }[] = [
    { value: kind.value, steps: [] },
  ];
  const seen = new Set<APIValue>();
  while (next.length > 0) {
    for (const { value, steps } of next) if ((value.declared?.() ?? value).label === type) places.push(steps);
    next = next.flatMap(({ value, steps }) => {
      if (seen.has(value) || steps.length > maxDepth) return [];
      seen.add(value);
      return partsOfValue(value).map(([step, part]) => ({ value: part(), steps: [...steps, step] }));
    });
  }
  return places;
}

/** Returns the field paths of the properties of the value at a field path. */
export function propertyPaths(kind: APIKind, steps: readonly ObjectStep[]): readonly (readonly ObjectStep[])[] {
  const value = valueAtPath(kind.value, steps);
  return value === undefined ? [] : partsOfValue(value).map(([step]) => [...steps, step]);
}

/**
 * Reports whether a difference in the results at a field path is caused by this change, and not by
 * another change of the same group.
 * @param kind the kind in the new API, or in the old API
 * @param others all changes
 */
export function isShownAt(
  change: StateChange,
  kind: APIKind,
  place: readonly ObjectStep[],
  others: readonly StateChange[],
): boolean {
  const own = parseSteps(change.path);
  if (!isRelated(own, place)) return false;
  const positions = positionsAt(kind, place);
  return !others.some((other) => {
    if (other === change || other.severity === "compatible" || other.group !== change.group) return false;
    const path = parseSteps(other.path);
    if (path.length === 0) return false;
    const isNearer = path.length > own.length && path.length <= place.length && isRelated(path, place);
    if (other.kind === `${kind.version}.${kind.name}` && isNearer) return true;
    // A change in a shared type is reported at only one of the field paths that use the type.
    return positions.some((at) => isSame(at, other.position)) && !isSame(other.position, change.position);
  });
}

function isSame(a: Position, b: Position): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

/**
 * Reports whether one path is a prefix of the other path. Any step into a list or a map matches any
 * other such step.
 */
function isRelated(a: readonly ObjectStep[], b: readonly ObjectStep[]): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((step, index) => step === b[index] || isInner(step) || isInner(b[index] ?? ""));
}

function isInner(step: ObjectStep): boolean {
  return step === "[]" || step === "{}";
}

/**
 * Returns the positions of a property and of its type. For a removed property, returns the position
 * of the object that contained it.
 */
function positionsAt(kind: APIKind, place: readonly ObjectStep[]): readonly Position[] {
  const around = valueAtPath(kind.value, place.slice(0, -1));
  const value = valueAtPath(kind.value, place);
  const field = around?.shape.kind === "object" ? around.shape.fields().get(place.at(-1) ?? "") : undefined;
  if (value === undefined) return around === undefined ? [] : [around.position];
  return [field?.position ?? value.position, value.position, (value.declared?.() ?? value).position];
}
