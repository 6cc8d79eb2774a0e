import type { ComparedSample } from "../samples/judge.js";
import { compared, isAccepted, questionOf, type Both, type Executed, type SentObject } from "./verdicts.js";

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
  const { old, now, group, storage, version } = both;
  const created = await old.ask(
    group,
    samples.map((sample) => questionOf(sample, storage.old)),
  );
  const results: Executed[] = samples.map(() => "refused before");
  const accepted = created.flatMap((answer, index) =>
    isAccepted(answer) && answer.stored !== undefined
      ? [{ index, sent: samples[index]?.sent ?? {}, was: answer.object, stored: answer.stored }]
      : [],
  );
  const read = await now.ask(
    group,
    accepted.map(({ stored }) => ({ operation: "read" as const, stored, version: target })),
  );
  const readable = read.map((answer): SentObject => (isAccepted(answer) ? answer.object : {}));
  const written = await now.ask(
    group,
    readable.map((object) => ({ operation: "update" as const, sent: object, stored: object })),
  );
  const back = await now.ask(
    group,
    written.map((answer) => ({ operation: "read" as const, stored: isAccepted(answer) ? answer.object : {}, version })),
  );
  const verdicts = await compared(
    both,
    accepted.map(({ sent, was }, at) => {
      const convert = { operation: "convert" as const, before: sent };
      const object = readable[at];
      if (!isAccepted(read[at])) return { example: convert, was, answer: read[at] };
      if (!isAccepted(written[at]))
        return { example: { operation: "update" as const, before: object, stored: object }, was, answer: written[at] };
      return { example: convert, was, answer: back[at] };
    }),
  );
  verdicts.forEach((verdict, at) => {
    const { index } = accepted[at] ?? { index: -1 };
    results[index] = verdict;
  });
  return results;
}
