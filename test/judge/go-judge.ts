import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/**
 * Builds the judge of a folder of `test`, if Go is installed and can get the modules. Returns the
 * reason if it cannot.
 */
export function buildJudge(name: string): string | undefined {
  const binary = binaryOf(name);
  mkdirSync(dirname(binary), { recursive: true });
  const cwd = fileURLToPath(new URL(`../${name}/judge`, import.meta.url));
  const { status, error, stderr } = spawnSync("go", ["build", "-o", binary, "."], { cwd, encoding: "utf8" });
  if (error !== undefined) return `Go is not installed: ${error.message}`;
  return status === 0 ? undefined : `go build in ${join("test", name, "judge")} failed: ${stderr}`;
}

function binaryOf(name: string): string {
  return fileURLToPath(new URL(`../../node_modules/.cache/${name}-judge/judge`, import.meta.url));
}

/** A program with Go's library, which replays cases: one JSON document on each line. */
export class Judge<Case extends object, Outcome> {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string, undefined>;

  /** @param name the folder of `test` with the judge, which `buildJudge` has built */
  constructor(name: string) {
    this.#process = spawn(binaryOf(name));
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    this.#process.stderr.pipe(process.stderr);
  }

  /**
   * Returns the outcomes of each case: one list of outcomes for each different run.
   *
   * @param runs how often Go replays a case; Go iterates maps in a random order
   */
  async replay(cases: readonly Case[], runs: number): Promise<readonly (readonly (readonly Outcome[])[])[]> {
    this.#process.stdin.write(cases.map((each) => `${JSON.stringify({ ...each, runs })}\n`).join(""));
    const answers: (readonly (readonly Outcome[])[])[] = [];
    while (answers.length < cases.length) {
      const line = await this.#lines.next();
      if (line.done === true) throw new Error("the judge ended");
      answers.push(JSON.parse(line.value) as readonly (readonly Outcome[])[]);
    }
    return answers;
  }

  stop(): void {
    this.#process.kill();
  }
}
