import { isRecord } from "../../../../engine/util/is-record.js";
import type { Answer, Question } from "../../../../runtime/questions/index.js";
import { canonical } from "../form/canonical.js";
import type { ChangeExample } from "../form/change.js";
import type { ComparedSample } from "../samples/judge.js";
import type { ObjectStep } from "../form/parts.js";
import { NotExecutable } from "./program.js";

type SentObject = Extract<Question, { readonly operation: "create" }>["sent"];

/** Sends questions about a kind to the program of a state. */
type Ask = (questions: readonly Question[]) => Promise<readonly Answer[]>;

/** The programs of both states, and the kind whose objects are sent to them. */
export interface Both {
  readonly old: Ask;
  readonly now: Ask;
  /** The version in which objects are created. */
  readonly version: string;
  /** The versions in which each state stores objects. */
  readonly storage: { readonly old: string; readonly now: string };
  /** The other versions in which both states serve the kind. */
  readonly others: readonly string[];
}

/**
 * The result of sending an object to both states. A difference has an example and its field path.
 */
export type Executed =
  | "refused before"
  | "same"
  | { readonly example: ChangeExample; readonly place: readonly ObjectStep[] };

/** Sends objects to both states, and compares the responses. */
export async function verdictsOf(both: Both, samples: readonly ComparedSample[]): Promise<readonly Executed[]> {
  const first = await both.old(samples.map((sample) => questionOf(sample, both.storage.old)));
  const stored = await storedAnswers(both, samples);
  const accepted = samples.map((sample, index): Asked | undefined => {
    const answer = first[index];
    const isStored = sample.stored === undefined || isAccepted(stored.get(sample.stored));
    return isAccepted(answer) && isStored ? { sample, answer } : undefined;
  });
  const refused = samples.map((): Executed => "refused before");
  return replaced(refused, accepted, (asked) => answersTo(both, asked));
}

/**
 * Calls `work` for the items that are not undefined. Returns the results, in which those of these
 * items are replaced by the new ones.
 */
async function replaced<Item>(
  results: readonly Executed[],
  items: readonly (Item | undefined)[],
  work: (items: readonly Item[]) => Promise<readonly Executed[]>,
): Promise<readonly Executed[]> {
  const found = (await work(items.filter((item) => item !== undefined))).values();
  return results.map((result, index) => (items[index] === undefined ? result : (found.next().value ?? result)));
}

/** Creates the objects that the updates of the samples replace. */
async function storedAnswers(
  { old, storage }: Both,
  samples: readonly ComparedSample[],
): Promise<ReadonlyMap<object, Answer | undefined>> {
  const objects = [...new Set(samples.flatMap(({ stored }) => stored ?? []))];
  const answers = await old(objects.map((sent) => questionOf({ sent }, storage.old)));
  return new Map(objects.map((object, index) => [object, answers[index]]));
}

type Accepted = Extract<Answer, { readonly object: unknown }>;

interface Asked {
  readonly sample: ComparedSample;
  readonly answer: Accepted;
}

/**
 * Sends the objects that the old state accepts to the new state. Then reads the stored objects in
 * both states.
 */
async function answersTo(both: Both, asked: readonly Asked[]): Promise<readonly Executed[]> {
  const after = await both.now(asked.map(({ sample }) => questionOf(sample, both.storage.now)));
  let results = await compared(
    both,
    asked.map(({ sample: { sent, stored }, answer }, index) => ({
      example: {
        operation: stored === undefined ? ("create" as const) : ("update" as const),
        before: sent,
        ...(stored === undefined ? {} : { stored }),
      },
      was: answer.object,
      answer: after[index],
    })),
  );
  for (const target of new Set([both.version, ...both.others])) {
    const readable = asked.map(({ sample, answer }, index) =>
      results[index] === "same" && sample.stored === undefined ? answer.stored : undefined,
    );
    results = await replaced(results, readable, (stored) => readings(both, stored, target));
  }
  return results;
}

/**
 * Reads objects in both states, as objects of one version. The old state has stored the objects.
 */
async function readings(both: Both, objects: readonly SentObject[], version: string): Promise<readonly Executed[]> {
  const questions = objects.map((stored) => ({ operation: "read" as const, stored, version }));
  const [before, after] = [await both.old(questions), await both.now(questions)];
  const operation = version === both.version ? "read" : "convert";
  return compared(
    both,
    objects.map((stored, index) => {
      const was = before[index];
      return {
        example: { operation, before: stored },
        was: isAccepted(was) ? was.object : undefined,
        answer: after[index],
      };
    }),
  );
}

interface Compared {
  readonly example: Pick<ChangeExample, "operation" | "before" | "stored">;
  /** The object in the old state's response; undefined if the old state refuses the request. */
  readonly was: SentObject | undefined;
  readonly answer: Answer | undefined;
}

/**
 * Compares the responses of both states. Ignores properties that the types of the old state lack.
 */
async function compared({ old }: Both, pairs: readonly Compared[]): Promise<readonly Executed[]> {
  const objects = pairs.flatMap(({ answer }) => (isAccepted(answer) ? [answer.object] : []));
  const known = await old(objects.map((object) => ({ operation: "known", object })));
  const kept = new Map(objects.map((object, index) => [object, known[index]]));
  return pairs.map(({ example, was, answer }): Executed => {
    if (was === undefined || answer === undefined) return "same";
    if (!isAccepted(answer))
      return { example: { ...example, after: { error: answer.error } }, place: placeOfError(answer) };
    const own = kept.get(answer.object);
    const after = isAccepted(own) ? own.object : answer.object;
    if (canonical(after) === canonical(was)) return "same";
    return { example: { ...example, was, after: answer.object }, place: differenceOf(was, after) };
  });
}

/**
 * Sends server-side apply requests of two clients to both states, and compares the results.
 * @throws NotExecutable if the code of a state cannot be executed
 */
export async function appliedBy({ old, now }: Both, first: object, second: object): Promise<Executed> {
  const configurations = [first, second].map((object, index) => ({
    manager: `client-${String(index + 1)}`,
    object: object as SentObject,
  }));
  const question = [{ operation: "apply" as const, configurations }];
  const [[was], [after]] = [await old(question), await now(question)];
  if (was === undefined || after === undefined)
    throw new NotExecutable("the thread that executes the code returned no result");
  const [before, answer] = [was, after].map((one) => (isAccepted(one) ? one.object : { error: one.error }));
  if (canonical(before) === canonical(answer)) return "same";
  return {
    example: { operation: "apply", before: configurations, was: before, after: answer },
    place: isAccepted(after) ? differenceOf(before, answer) : placeOfError(after),
  };
}

function questionOf({ sent, stored }: ComparedSample, storage: string): Question {
  if (stored === undefined) return { operation: "create", sent: sent as SentObject, storage };
  return { operation: "update", sent: sent as SentObject, stored: stored as SentObject };
}

function isAccepted(answer: Answer | undefined): answer is Accepted {
  return answer !== undefined && "object" in answer;
}

/** Returns the field path from the field or the message of an error. */
function placeOfError({ error, field }: Extract<Answer, { readonly error: string }>): readonly ObjectStep[] {
  const path = field ?? /unknown field "([^"]*)"/.exec(error)?.[1] ?? "";
  return path.replaceAll(/\[[^\]]*\]/g, "[]").match(/\[\]|[^.[\]]+/g) ?? [];
}

/** Returns the path of the first difference between two values. */
function differenceOf(before: unknown, after: unknown): readonly ObjectStep[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    const index = before.findIndex((item, at) => canonical(item) !== canonical(after[at]));
    return index < 0 ? [] : ["[]", ...differenceOf(before[index], after[index])];
  }
  if (!isRecord(before) || !isRecord(after)) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const name = names.find((one) => canonical(before[one]) !== canonical(after[one]));
  return name === undefined ? [] : [name, ...differenceOf(before[name], after[name])];
}

/**
 * Compares round trips through another version. Creates objects in the old state. In the new state,
 * each object is read in the other version, written back unchanged, and read in its first version
 * again.
 */
export async function verdictsThrough(
  both: Both,
  target: string,
  samples: readonly ComparedSample[],
): Promise<readonly Executed[]> {
  const { old, storage } = both;
  const created = await old(samples.map((sample) => questionOf(sample, storage.old)));
  const accepted = samples.map(({ sent }, index): Created | undefined => {
    const answer = created[index];
    if (!isAccepted(answer) || answer.stored === undefined) return undefined;
    return { sent, was: answer.object, stored: answer.stored };
  });
  const refused = samples.map((): Executed => "refused before");
  return replaced(refused, accepted, (objects) => tripsOf(both, target, objects));
}

/** An object that the old state has created. */
interface Created {
  readonly sent: object;
  readonly was: SentObject;
  readonly stored: SentObject;
}

async function tripsOf(both: Both, target: string, created: readonly Created[]): Promise<readonly Executed[]> {
  const { now, version } = both;
  const read = await now(created.map(({ stored }) => ({ operation: "read", stored, version: target })));
  const readable = read.map((answer): SentObject => (isAccepted(answer) ? answer.object : {}));
  const written = await now(readable.map((object) => ({ operation: "update", sent: object, stored: object })));
  const objects = written.map((answer): SentObject => (isAccepted(answer) ? answer.object : {}));
  const back = await now(objects.map((stored) => ({ operation: "read", stored, version })));
  return compared(
    both,
    created.map(({ sent, was }, at) => {
      const convert = { operation: "convert" as const, before: sent };
      const object = readable[at];
      if (!isAccepted(read[at])) return { example: convert, was, answer: read[at] };
      if (!isAccepted(written[at]))
        return { example: { operation: "update" as const, before: object, stored: object }, was, answer: written[at] };
      return { example: convert, was, answer: back[at] };
    }),
  );
}
