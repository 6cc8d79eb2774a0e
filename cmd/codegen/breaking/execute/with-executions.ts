import { join } from "node:path";
import type { API, APIKind, APIValue } from "../form/api.js";
import { isSameKind, nameOfKind, type StateChange, type ChangeExample } from "../form/change.js";
import type { ProjectCode } from "../read/read-project.js";
import { parseSteps, valueAtPath, type ObjectStep } from "../form/parts.js";
import { objectWith } from "../samples/build-object.js";
import { candidatesOf, type Maker } from "../samples/candidates.js";
import type { ComparedSample } from "../samples/judge.js";
import { attempts, makerOf, samplesAt, samplesFor, type Search } from "../samples/samples-at.js";
import { shrink } from "../samples/shrink.js";
import { isShownAt, placesOfType, propertyPaths } from "./places.js";
import { NotExecutable, StateProgram } from "./program.js";
import { appliedBy, verdictsOf, verdictsThrough, type Both, type Executed } from "./verdicts.js";

/** The old and the new state, with their code. */
export interface States {
  readonly old: { readonly api: API; readonly code: ProjectCode };
  readonly now: { readonly api: API; readonly code: ProjectCode };
  /** A temporary folder for compiled code. */
  readonly folder: string;
}

/** Codes of changes whose effect can be shown by the execution of both states. */
const executed: ReadonlySet<string> = new Set([
  ...["removed-field", "removed-enum-member", "changed-type", "optional-to-required", "new-required-field"],
  ...["changed-default", "removed-default", "tightened-rule", "renamed-json-key", "lost-in-conversion"],
  ...["changed-list-type", "changed-map-type", "changed-map-key"],
]);

/**
 * Codes of changes that affect which client owns a field in server-side apply. Only requests of two
 * clients can show the effect.
 */
const ofOwners: ReadonlySet<string> = new Set(["changed-list-type", "changed-map-type", "changed-map-key"]);

/**
 * Adds examples to changes for which schemas have shown none: executes the generated code and the
 * hand-written functions of both states. A change with an unknown effect becomes breaking if an
 * object shows it.
 */
export async function withExecutions(
  changes: readonly StateChange[],
  states: States,
  search: Search,
): Promise<readonly StateChange[]> {
  const open = new Set(changes.filter(isOpen));
  if (open.size === 0) return changes;
  let started: Promise<Programs> | undefined;
  // The programs start only if objects are sent to them.
  const programs = (): Promise<Programs> => (started ??= startBoth(states, open));
  try {
    const result: StateChange[] = [];
    for (const change of changes)
      result.push(open.has(change) ? await new Execution(change, { changes, states, search, programs }).run() : change);
    return result;
  } finally {
    for (const program of (await started?.catch(() => [])) ?? []) await program.close();
  }
}

function isOpen({ code, severity, example, samples }: StateChange): boolean {
  if (example !== undefined || !executed.has(code)) return false;
  return severity === "breaking" || (severity === "unknown" && (samples ?? 0) === 0);
}

function asBreaking({ samples: _, ...change }: StateChange, example: ChangeExample): StateChange {
  return { ...change, severity: "breaking", example };
}

/** Adds the reason why no code is executed to the messages of changes with an unknown effect. */
export function withoutExecution(changes: readonly StateChange[], reason: string): readonly StateChange[] {
  return changes.map((change) => {
    const { severity, samples, message } = change;
    return severity === "unknown" && samples === 0 ? { ...change, message: `${message}; ${reason}` } : change;
  });
}

/** The programs of the old and the new state. */
type Programs = readonly [StateProgram, StateProgram];

async function startBoth({ old, now, folder }: States, changes: ReadonlySet<StateChange>): Promise<Programs> {
  const groups = new Set(Array.from(changes, ({ group }) => group));
  const start = ({ code }: States["old"], state: string): Promise<StateProgram> =>
    StateProgram.start({ code, state, groups, folder: join(folder, `${state}-code`), present: now.code.root });
  return [await start(old, "old"), await start(now, "new")];
}

/** Number of objects that are sent to a program in one request. */
const batchSize = 50;

type Judge = (samples: readonly ComparedSample[]) => Promise<readonly Executed[]>;

/**
 * One way to show a change: the objects of a kind, and the function that sends and compares them.
 */
interface Trial {
  readonly kind: APIKind;
  readonly samples: Iterable<ComparedSample>;
  readonly judge: Judge;
}

/**
 * The changes of a comparison, and the inputs of the search for an object that shows one of them.
 */
interface Context {
  readonly changes: readonly StateChange[];
  readonly states: States;
  readonly search: Search;
  readonly programs: () => Promise<Programs>;
}

/** The search for an object that shows one change. */
class Execution {
  readonly #most: number;

  constructor(
    private readonly change: StateChange,
    private readonly context: Context,
  ) {
    this.#most = samplesFor(change, context.search);
  }

  async run(): Promise<StateChange> {
    const change = this.change;
    try {
      let tried = 0;
      for (const trial of await this.#trials()) {
        const { example, count } = await this.#try(trial);
        tried += count;
        if (example !== undefined) return asBreaking(change, example);
      }
      return change.severity === "unknown" ? { ...change, samples: tried } : change;
    } catch (error) {
      if (!(error instanceof NotExecutable)) throw error;
      const [explained = change] = withoutExecution([change], error.message);
      return explained;
    }
  }

  async #try({ kind, samples, judge }: Trial): Promise<{ readonly example?: ChangeExample; readonly count: number }> {
    const isShown = (found: Executed): found is Extract<Executed, object> =>
      typeof found === "object" && isShownAt(this.change, kind, found.place, this.context.changes);
    let count = 0;
    for (const batch of batchesOf(samples, this.#most * attempts)) {
      const verdicts = await judge(batch);
      for (const [index, verdict] of verdicts.entries()) {
        if (verdict === "refused before" || count >= this.#most) continue;
        count++;
        const sample = batch[index];
        if (sample === undefined || !isShown(verdict)) continue;
        const judgeOne = async (smaller: ComparedSample) => {
          const [one = "same"] = await judge([smaller]);
          return isShown(one) ? one.example : "same";
        };
        return { example: await shrink(judgeOne, sample, verdict.example), count };
      }
      if (count >= this.#most) break;
    }
    return { count };
  }

  async #trials(): Promise<readonly Trial[]> {
    const { group, functionOf, code, kind: id, path } = this.change;
    const { old, now } = this.context.states;
    const versions = old.api.kinds.filter((kind) => kind.group === group);
    if (functionOf !== undefined) {
      const [version] = id.split(".");
      const own = versions.filter((kind) => kind.version === version && this.#present(kind) !== undefined);
      return Promise.all(own.map((kind) => this.#functionTrial(kind, functionOf)));
    }
    const steps = parseSteps(path);
    const same = versions.find((kind) => nameOfKind(kind) === id);
    const current = now.api.kinds.find((kind) => kind.group === group && nameOfKind(kind) === id);
    if (current === undefined) return [];
    const direct = same === undefined ? [] : [await this.#directTrial(same, current, steps)];
    const owners = same === undefined || !ofOwners.has(code) ? [] : [await this.#ownersTrial(same, current, steps)];
    if (same !== undefined && code !== "lost-in-conversion") return [...direct, ...owners];
    const others = versions.filter((kind) => kind.name === current.name && kind.version !== current.version);
    const from = same === undefined ? others.filter(({ isStored }) => isStored) : others;
    return [...direct, ...(await Promise.all(from.map((kind) => this.#throughTrial(kind, current, steps))))];
  }

  /**
   * Tests a changed function at each field path whose value has the type of the function's
   * argument. Alternates between values of each property and random objects.
   */
  async #functionTrial(kind: APIKind, type: string): Promise<Trial> {
    const now = this.#present(kind) ?? kind;
    const both = await this.#both(kind, now);
    const places = placesOfType(kind, type);
    const ofOwner = places.length > 0 ? places : placesOfType(kind, type.replace(/_[^_]*$/, ""));
    const properties = ofOwner.flatMap((place) => propertyPaths(kind, place));
    const most = Math.ceil((this.#most * attempts) / Math.max(ofOwner.length, 1));
    const samples = inTurn([this.#samples(kind, now, properties, 0), this.#samples(kind, now, ofOwner, most)]);
    return { kind: now, samples, judge: (some) => verdictsOf(both, some) };
  }

  async #directTrial(old: APIKind, now: APIKind, steps: readonly ObjectStep[]): Promise<Trial> {
    const both = await this.#both(old, now);
    return { kind: now, samples: this.#samples(old, now, [steps]), judge: (samples) => verdictsOf(both, samples) };
  }

  async #throughTrial(old: APIKind, now: APIKind, steps: readonly ObjectStep[]): Promise<Trial> {
    const both = await this.#both(old, now);
    const judge: Judge = (samples) => verdictsThrough(both, now.version, samples);
    const place = valueAtPath(old.value, steps) === undefined ? [] : steps;
    return { kind: old, samples: this.#samples(old, now, [place]), judge };
  }

  /** Tests a change of ownership: two clients apply values, one after the other. */
  async #ownersTrial(old: APIKind, now: APIKind, steps: readonly ObjectStep[]): Promise<Trial> {
    const both = await this.#both(old, now);
    const maker = makerOf(this.context.search);
    const value = valueAtPath(old.value, steps);
    const values = value === undefined ? [] : [...candidatesOf(value, undefined, maker), ...partsAlone(value, maker)];
    const objects = values.map((candidate) => objectWith(old, steps, candidate, maker));
    const samples = objects.flatMap((stored) => objects.map((sent): ComparedSample => ({ sent, stored })));
    const judge: Judge = async (some) => {
      const results: Executed[] = [];
      for (const { sent, stored = {} } of some) results.push(await appliedBy(both, stored, sent));
      return results;
    };
    return { kind: now, samples, judge };
  }

  #samples(
    old: APIKind,
    now: APIKind,
    places: readonly (readonly ObjectStep[])[],
    most = this.#most * attempts,
  ): Generator<ComparedSample> {
    const maker = makerOf({ ...this.context.search, literals: this.#literals() });
    return inTurn(places.map((steps) => samplesAt(old, now, steps, most, maker)));
  }

  /** Returns the literals in the code of the changed function, in both states. */
  #literals(): readonly (string | number)[] {
    const { group, kind, functionOf } = this.change;
    const { old, now } = this.context.states;
    const codes = [...old.api.functions, ...now.api.functions]
      .filter((fn) => fn.group === group && fn.type === functionOf && kind === `${fn.version}.${fn.type}`)
      .map(({ code }) => code);
    return literalsIn(codes.join("\n"));
  }

  #present(old: APIKind): APIKind | undefined {
    return this.context.states.now.api.kinds.find((kind) => isSameKind(kind, old) && kind.version === old.version);
  }

  async #both(kind: APIKind, { version: newVersion }: APIKind): Promise<Both> {
    const { group, version } = kind;
    const [old, now] = await this.context.programs();
    const versionsIn = ({ api }: States["old"]): readonly APIKind[] => api.kinds.filter((one) => isSameKind(one, kind));
    const [before, after] = [versionsIn(this.context.states.old), versionsIn(this.context.states.now)];
    const storageOf = (kinds: readonly APIKind[], none: string): string =>
      kinds.find(({ isStored }) => isStored)?.version ?? none;
    const common = before.map((kind) => kind.version).filter((one) => after.some((kind) => kind.version === one));
    return {
      old: (questions) => old.ask(group, questions),
      now: (questions) => now.ask(group, questions),
      version,
      storage: { old: storageOf(before, version), now: storageOf(after, newVersion) },
      others: common.filter((one) => one !== version),
    };
  }
}

/** Returns objects with one property each, for the first eight properties. */
function partsAlone({ shape }: APIValue, maker: Maker): readonly object[] {
  if (shape.kind !== "object") return [];
  return [...shape.fields().values()].slice(0, 8).map((field) => ({ [field.name]: maker.small(field.value()) }));
}

/** Yields one sample of each source in turn, until all sources end. */
function* inTurn(sources: readonly Generator<ComparedSample>[]): Generator<ComparedSample> {
  for (let open = sources; open.length > 0;) {
    const next = open.map((source) => ({ source, ...source.next() }));
    for (const { done, value } of next) if (done !== true) yield value;
    open = next.flatMap(({ source, done }) => (done === true ? [] : [source]));
  }
}

/** Returns the first 50 short strings and numbers in source code. */
function literalsIn(code: string): readonly (string | number)[] {
  const strings = [...code.matchAll(/"([^"\\\n]{0,64})"|'([^'\\\n]{0,64})'/g)].map(([, a, b]) => a ?? b ?? "");
  const numbers = [...code.matchAll(/(?<![\w.])\d{1,9}(?:\.\d+)?(?![\w.])/g)].map(([text]) => Number(text));
  return [...new Set([...strings, ...numbers])].slice(0, 50);
}

function* batchesOf(samples: Iterable<ComparedSample>, most: number): Generator<readonly ComparedSample[]> {
  let [batch, count]: [ComparedSample[], number] = [[], 0];
  for (const sample of samples) {
    if (++count > most) break;
    batch.push(sample);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
