import type { APIKind, APIValue } from "../form/api.js";
import type { StateChange } from "../form/change.js";
import { valueAtPath, type ObjectStep } from "../form/parts.js";
import { absent, objectWith, randomValue, smallValue } from "./build-object.js";
import { candidatesOf, type Maker } from "./candidates.js";
import type { ComparedSample } from "./judge.js";
import { randomOf } from "./random.js";

export interface Search {
  /** Maximum number of objects that are tested for each change. */
  readonly samples: number;
  readonly seed: number;
  /**
   * Strings and numbers from the code of functions, on which the results of the functions may
   * depend.
   */
  readonly literals?: readonly (string | number)[];
}

const fewSamples = 40;

/**
 * Maximum number of objects that are generated per wanted object, because the old API refuses some.
 */
export const attempts = 5;

/**
 * Returns the number of objects that are tested for a change. The example of a known breaking
 * change is usually among the first objects, so few objects are tested.
 */
export function samplesFor({ severity }: Pick<StateChange, "severity">, { samples }: Search): number {
  return severity === "breaking" ? Math.min(samples, fewSamples) : samples;
}

/** Returns the functions that make small objects, with the seed of a search. */
export function makerOf({ seed, literals = [] }: Search): Maker {
  const maker: Maker = {
    ...{ random: randomOf(seed), literals, known: new WeakMap<APIValue, readonly unknown[]>() },
    small: (value) => smallValue(value, maker),
  };
  return maker;
}

/**
 * Yields objects of the old API with different values at a field path: first new objects, then
 * updates of the first object to the others, then new objects with random values.
 * @param most number of new objects up to which random values are added; updates are not counted
 */
export function* samplesAt(
  old: APIKind,
  now: APIKind | undefined,
  steps: readonly ObjectStep[],
  most: number,
  maker: Maker,
): Generator<ComparedSample> {
  const value = valueAtPath(old.value, steps);
  if (value === undefined) {
    // The old types do not have a new property, so the sample only contains the object to which the
    // property was added.
    const around = steps.slice(0, -1);
    yield { sent: objectWith(old, around, maker.small(valueAtPath(old.value, around) ?? old.value), maker) };
    return;
  }
  const ruled = now === undefined ? undefined : valueAtPath(now.value, steps);
  const members = membersAt(old, steps);
  const candidates = [...new Set([...(members ?? candidatesOf(value, ruled, maker)), absent])];
  const objects = candidates.map((candidate) => objectWith(old, steps, candidate, maker));
  for (const sent of objects) yield { sent };
  const [first] = objects;
  for (const sent of objects.slice(1)) if (first !== undefined) yield { sent, stored: first };
  for (let count = objects.length; count < most; count++)
    yield { sent: objectWith(old, steps, randomValue(value, maker), maker) };
}

/**
 * Returns the members of a union if a path leads to the discriminator of the union; undefined for
 * any other path.
 */
function membersAt(kind: APIKind, steps: readonly ObjectStep[]): readonly string[] | undefined {
  const shape = valueAtPath(kind.value, steps.slice(0, -1))?.shape;
  return shape?.kind === "union" && shape.discriminator === steps.at(-1) ? [...shape.members.keys()] : undefined;
}
