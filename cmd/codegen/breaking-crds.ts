import type { BreakingOptions } from "./breaking.js";
import { compareAPIs } from "./breaking/compare/compare-apis.js";
import { isFailure, printResult } from "./breaking/print.js";
import { withExamples } from "./breaking/samples/find-examples.js";
import { newSeed } from "./breaking/samples/random.js";
import { withoutRepeats } from "./breaking/form/change.js";
import { readCRDs } from "./breaking/read/read-crds.js";
import { exit, type ExitCode } from "./exit.js";
import { ProblemsError, UsageError } from "./failure.js";
import type { Terminal } from "./terminal.js";

/**
 * Runs `codegen breaking --crd OLD NEW`: compares two states of CustomResourceDefinitions from
 * files. Definitions with the same name are compared. The exit codes are those of `codegen
 * breaking`.
 */
export async function breakingCRDs(
  files: readonly string[],
  options: Pick<BreakingOptions, "format" | "samples" | "seed">,
  terminal: Terminal,
): Promise<ExitCode> {
  const { format, samples, seed = newSeed() } = options;
  const [oldFile, newFile, ...more] = files;
  if (oldFile === undefined || newFile === undefined || more.length > 0)
    throw new UsageError("--crd requires two files: codegen breaking --crd old.yaml new.yaml");
  const [old, now] = await Promise.all([readCRDs(oldFile, terminal.cwd), readCRDs(newFile, terminal.cwd)]);
  const problems = [...old.problems, ...now.problems];
  if (problems.length > 0) throw new ProblemsError(problems, terminal.cwd, format, exit.usage);
  if (!old.names.some((name) => now.names.includes(name)))
    throw new UsageError(`${newFile} contains none of the definitions of ${oldFile}: ${old.names.join(", ")}`);
  for (const name of now.names)
    if (!old.names.includes(name)) terminal.err(`codegen: note: ${name} is new in ${newFile}\n`);
  const compared = compareAPIs(old.api, now.api, { unit: "definition" });
  const changes = await withExamples(withoutRepeats(compared), old.api, now.api, { samples, seed });
  const judged = changes.map((change) => ({ change }));
  await printResult({ against: oldFile, changes: judged, seed, isPackage: true, root: terminal.cwd }, format, terminal);
  return judged.some(isFailure) ? exit.problems : exit.done;
}
