import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/** Questions about an absolute path. The answer about an absent path is undefined. */
const questions = {
  exists: existsSync,
  /** The text of a file; undefined if it cannot be read. */
  text: (path: string): string | undefined => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return undefined;
    }
  },
  kind: (path: string): "file" | "folder" | "other" | undefined => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
  },
  /** The path without symbolic links. */
  realPath: (path: string): string | undefined => (existsSync(path) ? realpathSync(path) : undefined),
  /** The user id of the owner. */
  owner: (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid,
  /** The folders and symbolic links in a folder, with the targets of the links. */
  folders: (path: string): string =>
    readdirSync(path, { withFileTypes: true })
      .flatMap((entry) => {
        if (entry.isDirectory()) return [entry.name];
        return entry.isSymbolicLink() ? [`${entry.name}@${questions.realPath(join(path, entry.name)) ?? ""}`] : [];
      })
      .sort()
      .join("\n"),
};

type Questions = typeof questions;

/**
 * Asks the disk about a path.
 * @throws Error if the system refuses the path
 */
export type Ask = <Question extends keyof Questions>(
  question: Question,
  path: string,
) => ReturnType<Questions[Question]>;

/** A question about a path, and the answer of the disk; null for undefined. */
export type DiskAnswer = readonly [question: keyof Questions, path: string, answer: string | number | boolean | null];

export const askDisk: Ask = <Question extends keyof Questions>(question: Question, path: string) =>
  questions[question](path) as ReturnType<Questions[Question]>;

/** Returns a function that asks the disk, and the list of its answers. */
export function recordAnswers(): { readonly ask: Ask; readonly answers: readonly DiskAnswer[] } {
  const answers: DiskAnswer[] = [];
  return {
    answers,
    ask: (question, path) => {
      const answer = askDisk(question, path);
      answers.push([question, path, answer ?? null]);
      return answer;
    },
  };
}

/** Reports whether the disk still gives an answer. */
export function isAnswer([question, path, answer]: DiskAnswer): boolean {
  try {
    return (askDisk(question, path) ?? null) === answer;
  } catch {
    return false;
  }
}
