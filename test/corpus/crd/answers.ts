import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The type of an error, and its text with the path and the value. */
export type Answer = readonly [type: string, text: string];

/** An object that is created, or that replaces an old one. Both are JSON. */
export interface Call {
  readonly type: string;
  readonly object: string;
  readonly old: string | undefined;
}

/** A call with the errors of Kubernetes, and with ours if they differ. */
export interface AnsweredCall extends Call {
  readonly errors: readonly Answer[];
  readonly ours: readonly Answer[];
}

const file = join(import.meta.dirname, "answers.jsonl");

interface Line {
  readonly type: string;
  readonly calls: readonly (readonly [
    object: string,
    old: string | null,
    errors: readonly Answer[],
    ours?: readonly Answer[],
  ])[];
}

/** Reads the recorded answers of Kubernetes. */
export function readAnswers(): AnsweredCall[] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.flatMap((line) => {
    const { type, calls } = JSON.parse(line) as Line;
    return calls.map(([object, old, errors, ours = errors]) => ({ type, object, old: old ?? undefined, errors, ours }));
  });
}

/** Writes the answers: one line for each type. */
export function writeAnswers(answered: readonly AnsweredCall[]): void {
  const types = [...new Set(answered.map(({ type }) => type))];
  const lines = types.map((type): Line => {
    const ofType = answered.filter((call) => call.type === type);
    return {
      type,
      calls: ofType.map(({ object, old = null, errors, ours }) =>
        JSON.stringify(errors) === JSON.stringify(ours) ? [object, old, errors] : [object, old, errors, ours],
      ),
    };
  });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** Returns errors in the order of their texts, because Go iterates properties in random order. */
export function sorted(errors: readonly Answer[]): readonly Answer[] {
  return errors.toSorted(([, left], [, right]) => (left < right ? -1 : left > right ? 1 : 0));
}
