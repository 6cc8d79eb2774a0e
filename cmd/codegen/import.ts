import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { relativePath } from "../../engine/util/relative-path.js";
import { installedVersion } from "../../engine/base/installed.js";
import { packageManagerOf } from "../../engine/base/package-manager.js";
import { sortProblems, type Problem } from "../../engine/base/problem.js";
import { isBelow } from "../../engine/util/is-below.js";
import { changeTo, type FileChange } from "../../engine/base/change.js";
import { exit, type ExitCode } from "./exit.js";
import { InputError, UsageError } from "./failure.js";
import { importedFiles, type ImportedFiles } from "./import/imported-files.js";
import { joinKinds, repeatedKinds, type FoundKinds } from "./import/imported-kind.js";
import { isUnedited } from "./import/own-file.js";
import { readDocuments } from "./import/read/read-file.js";
import { kindsOfDocuments } from "./import/read/resources.js";
import { reportProblems } from "./report/report.js";
import { verbs } from "./report/summary.js";
import { writeFiles } from "./scaffold/files.js";
import type { Terminal } from "./terminal.js";

/** Command-line options, in the form in which the library commander passes them. */
export interface ImportOptions {
  readonly out: string;
  readonly group?: string;
  readonly force?: true;
}

/**
 * Runs `codegen import FILE…`: writes types for the CRDs or OpenAPI documents in the files. Writes
 * either all files or, after any error, no files.
 */
export async function importFiles(
  files: readonly string[],
  options: ImportOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { cwd } = terminal;
  const out = relativePath(cwd, resolve(cwd, options.out)) || ".";
  if (!isBelow(cwd, resolve(cwd, options.out)))
    throw new UsageError(`--out ${options.out}: the folder must be inside the working directory`);
  const found = joinKinds(await Promise.all(files.map((file) => kindsIn(file, options.group, cwd))));
  const problems = [...found.problems, ...repeatedKinds(found.kinds)];
  if (problems.some(({ severity }) => severity === "error")) return failed(terminal, problems);
  if (found.kinds.length === 0)
    throw new InputError(`codegen: the files contain no kinds of the group ${options.group ?? ""}`);
  const imported = await importedFiles(cwd, out, found.kinds);
  const all = [...problems, ...imported.problems];
  if (all.some(({ severity }) => severity === "error")) return failed(terminal, all);
  const changes = imported.files.map(({ path, text }) => {
    const target = join(cwd, path);
    const before = existsSync(target) ? readFileSync(target, "utf8") : undefined;
    return changeTo({ path, generator: "import" }, before, text);
  });
  if (options.force !== true) refuseLosses(changes);
  const unwritten = await writeFiles(cwd, changes);
  if (unwritten.length > 0) return failed(terminal, unwritten);
  await reportProblems(sortProblems(all), { terminal, root: cwd });
  terminal.out(summary(changes, imported, found, nextCommands(cwd, imported, out)));
  return exit.done;
}

async function kindsIn(file: string, group: string | undefined, cwd: string): Promise<FoundKinds> {
  const { sources, problems } = await readDocuments(file, cwd);
  const found = kindsOfDocuments(sources, group);
  return { ...found, problems: [...problems, ...found.problems] };
}

/**
 * Throws an error if the import would replace an edited file, or a file with kinds that are not
 * imported now: one run writes all kinds of a version.
 */
function refuseLosses(changes: readonly FileChange[]): void {
  const edited = changes.filter(isEdited).map(({ path }) => `  ${path}\n`);
  if (edited.length > 0)
    throw new InputError(
      `codegen: these files are hand-written, or were changed after the import:\n${edited.join("")}` +
        "nothing was written; choose another folder with --out, or replace the files with --force",
    );
  const lost = changes.flatMap(({ path, before = "", after = "" }) => {
    const kinds = kindsOf(before).filter((kind) => !kindsOf(after).includes(kind));
    return kinds.length === 0 ? [] : [`  ${path}: ${kinds.join(", ")}\n`];
  });
  if (lost.length > 0)
    throw new InputError(
      `codegen: these kinds of an earlier import are not in the given files:\n${lost.join("")}` +
        "nothing was written; import all files of a group with one command, or remove the kinds with --force",
    );
}

/** Returns the kinds that an imported file declares, without their list types. */
function kindsOf(text: string): readonly string[] {
  const kinds = [...text.matchAll(/^export interface (\w+) extends TypeMeta</gm)].map(([, kind = ""]) => kind);
  return kinds.filter((kind) => !(kind.endsWith("List") && kinds.includes(kind.slice(0, -"List".length))));
}

/**
 * Reports whether a change would replace a file that no earlier import has written, or that was
 * edited since.
 */
function isEdited({ before, after }: FileChange): boolean {
  return before !== undefined && before !== after && !isUnedited(before);
}

async function failed(terminal: Terminal, problems: readonly Problem[]): Promise<ExitCode> {
  await reportProblems(sortProblems(problems), { terminal, root: terminal.cwd });
  terminal.err("nothing was written\n");
  return exit.problems;
}

/** Returns the next commands of the user: they install missing packages and generate code. */
function nextCommands(cwd: string, { packages }: ImportedFiles, out: string): readonly string[] {
  const { add, codegen } = packageManagerOf(cwd);
  const missing = packages.filter((name) => installedVersion(cwd, name) === undefined);
  return [...(missing.length === 0 ? [] : [add(missing)]), codegen(out)];
}

function summary(
  changes: readonly FileChange[],
  { notes }: ImportedFiles,
  { conversions }: FoundKinds,
  next: readonly string[],
): string {
  const lines = changes.map(({ path, action }) => `${verbs[action]} ${path}`);
  const hints =
    conversions.size === 0
      ? []
      : [
          "The CRDs have conversion webhooks. To keep these webhooks, add to codegen.config.json:",
          JSON.stringify({ options: { crd: { conversion: Object.fromEntries(conversions) } } }, undefined, 2),
        ];
  return `${[...lines, ...notes, ...hints].join("\n")}\nNext: ${next.join(", then ")}\n`;
}
