import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CELFunctions } from "../../runtime/cel/printed/evaluate.js";
import { withoutTypes } from "../cel/printed.js";

/** Imports printed functions from a module, as users have it. */
export async function importFunctions(entries: Iterable<readonly [name: string, code: string]>): Promise<CELFunctions> {
  const directory = mkdtempSync(join(tmpdir(), "bench-cel-"));
  const file = join(directory, "functions.mjs");
  const printed = new URL("../../runtime/cel/printed/index.js", import.meta.url);
  const lines = Array.from(entries, ([name, code]) => `${JSON.stringify(name)}: ${withoutTypes(code)},`);
  writeFileSync(
    file,
    [`import * as cel from ${JSON.stringify(printed.href)};`, "export default {", ...lines, "};"].join("\n"),
  );
  const { default: functions } = (await import(pathToFileURL(file).href)) as { readonly default: CELFunctions };
  rmSync(directory, { recursive: true });
  return functions;
}
