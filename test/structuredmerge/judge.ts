import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { JSONValue } from "@apimachinery/runtime";
import type { Case, Outcome } from "./case.js";

const folder = fileURLToPath(new URL("judge", import.meta.url));
const binary = fileURLToPath(new URL("../../node_modules/.cache/structuredmerge-judge/judge", import.meta.url));

/**
 * Builds the judge, if Go is installed and can get the modules. Returns the reason if it cannot.
 */
export function buildJudge(): string | undefined {
  mkdirSync(dirname(binary), { recursive: true });
  const { status, error, stderr } = spawnSync("go", ["build", "-o", binary, "."], { cwd: folder, encoding: "utf8" });
  if (error !== undefined) return `Go is not installed: ${error.message}`;
  return status === 0 ? undefined : `go build in ${join("test", "structuredmerge", "judge")} failed: ${stderr}`;
}

/** Go's library, which replays cases. */
export class Judge {
  readonly #process: ChildProcessWithoutNullStreams = spawn(binary);
  readonly #lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();

  /**
   * Returns the outcomes of each case: one list of outcomes for each different run.
   *
   * @param runs how often Go replays a case; Go iterates maps in a random order
   */
  async replay(cases: readonly Case[], runs: number): Promise<readonly (readonly (readonly Outcome[])[])[]> {
    this.#process.stdin.write(cases.map((each) => `${JSON.stringify({ ...each, runs })}\n`).join(""));
    const answers: (readonly (readonly Outcome[])[])[] = [];
    while (answers.length < cases.length) {
      const line = (await this.#lines.next()) as IteratorResult<string, undefined>;
      if (line.done === true) throw new Error("the judge ended");
      answers.push(JSON.parse(line.value) as readonly (readonly Outcome[])[]);
    }
    return answers;
  }

  stop(): void {
    this.#process.kill();
  }
}

/** Returns the text of an outcome, with sorted keys, and with sorted lines of errors. */
export function canonical(outcome: Outcome): string {
  return JSON.stringify(sorted(JSON.parse(JSON.stringify(outcome)) as JSONValue));
}

function sorted(value: JSONValue): JSONValue {
  if (typeof value === "string") return value.split("\n").map(withoutAddress).toSorted().join("\n");
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] as JSONValue)]));
}

/** Go prints the address of the type that the schema lacks; here it is the name. */
function withoutAddress(line: string): string {
  return line.replace(/could not resolve .*/, "could not resolve a type");
}

/** The outcome of a step that makes Go's library panic. */
const panic = canonical({ error: "panic" });

/**
 * Returns the index of the first step whose outcome none of Go's runs has; undefined without a
 * difference. After a step that has several outcomes in Go, the states differ, so the comparison
 * ends. Where Go's text has the entries of a map in a random order, the same characters in another
 * order are accepted.
 */
export function firstDifference(ours: readonly Outcome[], runs: readonly (readonly Outcome[])[]): number | undefined {
  for (const [at, outcome] of ours.entries()) {
    const theirs = new Set(runs.map((run) => canonical(run[at] as Outcome)));
    if (theirs.has(panic)) return undefined;
    const text = canonical(outcome);
    const isRandom = theirs.size > 1;
    if (!theirs.has(text) && !(isRandom && [...theirs].some((other) => characters(other) === characters(text))))
      return at;
    if (isRandom) return undefined;
  }
  return undefined;
}

function characters(text: string): string {
  return Array.from(text).toSorted().join("");
}
