import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A request of a client and its result. */
export type ClientResult = readonly [request: string, result: unknown];

/**
 * Runs a program that prints the results of its requests as lines of JSON, and returns them in
 * their order.
 * @throws Error with the output if the program fails
 */
export async function runClient([command = "", ...args]: readonly string[]): Promise<readonly ClientResult[]> {
  const { stdout } = await promisify(execFile)(command, args, { timeout: 300_000 });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { readonly request: string; readonly result: unknown })
    .map(({ request, result }) => [request, result] as const);
}
