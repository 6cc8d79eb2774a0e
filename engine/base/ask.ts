import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { textOnDisk } from "./file-system.js";

/**
 * Functions that read one fact about an absolute path. For a missing path, `exists` returns false,
 * `folders` throws an error, and the others return undefined.
 */
const questions = {
  exists: existsSync,
  text: textOnDisk,
  kind: (path: string): "file" | "folder" | "other" | undefined => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
  },
  /** Returns the path with all symbolic links resolved; undefined for a missing path. */
  realPath: (path: string): string | undefined => (existsSync(path) ? realpathSync(path) : undefined),
  /** Returns the user id of the owner; undefined for a missing path. */
  owner: (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid,
  /**
   * Returns the names of the folders and symbolic links in a folder, one per line. A link has the
   * form `name@target`.
   */
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
 * Reads one fact about a path from the disk, for example the text or the owner of a file.
 * @throws Error if the operating system refuses access to the path
 */
export type Ask = <Question extends keyof Questions>(
  question: Question,
  path: string,
) => ReturnType<Questions[Question]>;

/**
 * A fact about a path: the name of the function in `questions`, the path, and the result of the
 * function. The result undefined is recorded as null.
 */
export type DiskAnswer = readonly [question: keyof Questions, path: string, answer: string | number | boolean | null];

export const askDisk: Ask = <Question extends keyof Questions>(question: Question, path: string) =>
  questions[question](path) as ReturnType<Questions[Question]>;

/**
 * Returns a function that reads facts from the disk, and the list in which it records each result.
 */
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

/** Reports whether the disk still gives the recorded result. */
export function isAnswer([question, path, answer]: DiskAnswer): boolean {
  try {
    return (askDisk(question, path) ?? null) === answer;
  } catch {
    return false;
  }
}
