import { readFileSync } from "node:fs";

/** A text, with the value or the error that Go returns for it. */
export type Row = [text: string, result: string | null, error: string | null];

/** Reads a file of `vectors/`, whose README names its origin. */
export function vectors(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./vectors/${name}.json`, import.meta.url), "utf8"));
}

/** Returns the result of a call, or the text of its error, in the form of a row of the vectors. */
export function outcome<T>(call: () => T): [result: T | null, error: string | null] {
  try {
    return [call(), null];
  } catch (error) {
    return [null, error instanceof Error ? error.message : String(error)];
  }
}
