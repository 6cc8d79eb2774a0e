import { readFileSync } from "node:fs";

/** What Go makes of a text: its result or its error. */
export type Row = [text: string, result: string | null, error: string | null];

/** Reads a file of `vectors/`. Its README says where they come from. */
export function vectors(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./vectors/${name}.json`, import.meta.url), "utf8"));
}

/** The result or the error text of a call, as a row has them. */
export function outcome<T>(call: () => T): [result: T | null, error: string | null] {
  try {
    return [call(), null];
  } catch (error) {
    return [null, error instanceof Error ? error.message : String(error)];
  }
}
