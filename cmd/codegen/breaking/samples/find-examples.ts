import type { Schema } from "../../../../runtime/crd/index.js";
import type { API, Kind, Value } from "../form/api.js";
import type { Change, Example } from "../form/change.js";
import type { Accepts } from "../form/value-range.js";
import {
  absent,
  isShared,
  objectWith,
  randomValue,
  smallValue,
  stepsOf,
  valueAtPath,
  type Step,
} from "./build-object.js";
import { candidatesOf, type Maker } from "./candidates.js";
import { graft } from "./graft.js";
import { answered, judge, schemasOf, type Sample, type Schemas } from "./judge.js";
import { randomOf } from "./random.js";
import { shrink } from "./shrink.js";

export interface Search {
  readonly accepts: Accepts;
  /** Number of objects that are tried for each change. */
  readonly samples: number;
  readonly seed: number;
}

/** Codes of changes that an object in one version can show. */
const shown: ReadonlySet<string> = new Set([
  ...["removed-field", "removed-enum-member", "changed-type", "optional-to-required", "new-required-field"],
  ...["changed-default", "removed-default", "tightened-rule", "changed-list-type", "renamed-json-key"],
]);

/**
 * Adds to each change an object that shows it, if one is found. A change whose effect was unknown
 * is breaking if an object shows it, and otherwise has the number of objects that were tried.
 */
export function withExamples(changes: readonly Change[], old: API, now: API, search: Search): readonly Change[] {
  const finder = new Finder(old, now, search);
  return changes.map((change) => {
    if (change.severity === "compatible" || !shown.has(change.code)) return change;
    const { example, tried } = finder.find(change);
    if (example !== undefined) return { ...change, severity: "breaking", example };
    return change.severity === "unknown" ? { ...change, samples: tried } : change;
  });
}

const fewSamples = 40;
/** Objects are made for each one that the old API accepts. */
const attempts = 5;

interface Found {
  readonly example?: Example;
  readonly tried: number;
}

class Finder {
  readonly #old: ReadonlyMap<string, Kind>;
  readonly #now: ReadonlyMap<string, Kind>;
  readonly #search: Search;
  readonly #schemas = new Map<string, Schemas | undefined>();

  constructor(old: API, now: API, search: Search) {
    const byId = ({ kinds }: API): ReadonlyMap<string, Kind> =>
      new Map(kinds.map((kind) => [`${kind.group}/${kind.version}.${kind.name}`, kind]));
    this.#old = byId(old);
    this.#now = byId(now);
    this.#search = search;
  }

  find({ group, kind, path, severity }: Change): Found {
    const id = `${group}/${kind}`;
    const [old, now] = [this.#old.get(id), this.#now.get(id)];
    const schemas = this.#schemasOf(id, old, now);
    if (old === undefined || now === undefined || schemas === undefined) return { tried: 0 };
    const steps = stepsOf(path);
    if (isShared(old.value, steps) || isShared(now.value, steps)) return { tried: 0 };
    const { samples } = this.#search;
    // The example of a change that is known to be breaking is among the first objects, or is rare.
    const most = severity === "breaking" ? Math.min(samples, fewSamples) : samples;
    // Other changes of the kind must not be taken for this one.
    const alone = { ...schemas, now: graft(schemas.old, schemas.now, steps) };
    let tried = 0;
    for (const sample of this.#samples(old, now, steps, most * attempts)) {
      if (tried >= most) break;
      const verdict = judge(alone, sample);
      if (verdict === "refused before") continue;
      tried++;
      const example = verdict === "same" ? undefined : answered(schemas, shrink(alone, sample, verdict));
      if (example !== undefined) return { example, tried };
    }
    return { tried };
  }

  #schemasOf(id: string, old: Kind | undefined, now: Kind | undefined): Schemas | undefined {
    if (this.#schemas.has(id)) return this.#schemas.get(id);
    const [before, after]: (Schema | undefined)[] = [old?.schema(), now?.schema()];
    const schemas = before === undefined || after === undefined ? undefined : schemasOf(before, after);
    this.#schemas.set(id, schemas);
    return schemas;
  }

  /** Makes objects for a place: first new ones, then updates from one to another. */
  *#samples(old: Kind, now: Kind, steps: readonly Step[], most: number): Generator<Sample> {
    const { accepts, seed } = this.#search;
    const random = randomOf(seed);
    const maker: Maker = {
      ...{ accepts, random, known: new WeakMap<Value, readonly unknown[]>() },
      small: (value) => smallValue(value, maker),
    };
    const value = valueAtPath(old.value, steps);
    if (value === undefined) {
      // A new property: objects of the old API have the object around it.
      const around = steps.slice(0, -1);
      yield { sent: objectWith(old, around, maker.small(valueAtPath(old.value, around) ?? old.value), maker) };
      return;
    }
    const candidates = [...new Set([...candidatesOf(value, valueAtPath(now.value, steps), maker), absent])];
    const objects = candidates.map((candidate) => objectWith(old, steps, candidate, maker));
    for (const sent of objects) yield { sent };
    const [first] = objects;
    for (const sent of objects.slice(1)) if (first !== undefined) yield { sent, stored: first };
    for (let count = objects.length; count < most; count++)
      yield { sent: objectWith(old, steps, randomValue(value, maker), maker) };
  }
}
