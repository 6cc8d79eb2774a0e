import { packageManagerOf } from "../../engine/base/package-manager.js";
import { UsageError } from "./failure.js";
import type { Terminal } from "./terminal.js";

/**
 * Returns the options of a command, of which some are required.
 *
 * @param unexpected arguments that do not belong to an option
 * @param example valid arguments
 * @throws UsageError if options are missing, or arguments are unexpected
 */
export function requireOptions<T extends object, Name extends keyof T & string>(
  options: T,
  required: readonly Name[],
  unexpected: readonly string[],
  example: string,
  terminal: Terminal,
): T & { readonly [name in Name]: string } {
  // In `--group --version v1`, the parser reads "--version" as the value of --group.
  const missing = required
    .filter((name) => options[name] === undefined || String(options[name]).startsWith("--"))
    .map((name) => `--${name}`);
  if (unexpected.length > 0) {
    const without = missing.length === 0 ? "" : ` (missing ${missing.join(", ")})`;
    const given = unexpected.map((text) => JSON.stringify(text)).join(", ");
    throw misuse(`unexpected ${given}: give each value to its option${without}`, example, terminal);
  }
  if (missing.length > 0) throw misuse(`missing ${missing.join(", ")}`, example, terminal);
  return options as T & { readonly [name in Name]: string };
}

/** Returns the error for wrong arguments of a command, with an example of valid arguments. */
export function misuse(problem: string, example: string, { cwd }: Terminal): UsageError {
  return new UsageError(`${problem}; for example:\n  ${packageManagerOf(cwd).codegen(example)}`);
}
