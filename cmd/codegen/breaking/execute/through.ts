import type { ComparedSample } from "../samples/judge.js";
import { compared, isAccepted, questionOf, replaced, type Both, type Executed, type SentObject } from "./verdicts.js";

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
