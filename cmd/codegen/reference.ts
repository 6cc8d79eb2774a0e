import { mkdirSync, readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { resolveProject, type Project } from "../../engine/config/project.js";
import { compareText, type Problem } from "../../engine/problem.js";
import { isPending } from "../../engine/write/change.js";
import { writeChanges } from "../../engine/write/write.js";
import { documentsOf } from "./cel/read-value.js";
import { UsageError } from "./cel/usage-error.js";
import { exit, type ExitCode } from "./exit.js";
import { isObject } from "./import/schema.js";
import { collect } from "./reference/build/collect.js";
import type { Sample } from "./reference/build/example.js";
import { changesOf } from "./reference/files.js";
import { htmlPages } from "./reference/print/html.js";
import { markdownPages } from "./reference/print/markdown.js";
import { report, type Outcome } from "./report/report.js";
import type { Terminal } from "./terminal.js";

/** Command-line options, in the form in which the library commander passes them. */
export interface ReferenceOptions {
  readonly out: string;
  readonly format: "html" | "markdown";
  readonly check?: boolean;
  readonly examples?: string;
  readonly config?: string;
}

/** Runs `codegen reference [paths…]`: writes pages about the groups of the types. */
export async function reference(
  paths: readonly string[],
  options: ReferenceOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { cwd } = terminal;
  const resolved = await resolveProject({ cwd, paths, configFile: options.config });
  if (resolved.kind === "usage") return usage(resolved.message, terminal);
  if (resolved.kind === "problems") return finish({ problems: resolved.problems }, resolved.root, options, terminal);
  try {
    const samples = options.examples === undefined ? [] : await samplesIn(options.examples, cwd);
    return await writePages(resolved.project, samples, options, terminal);
  } catch (error) {
    if (error instanceof UsageError) return usage(error.message, terminal);
    throw error;
  }
}

async function writePages(
  project: Project,
  samples: readonly Sample[],
  options: ReferenceOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { reference: found, problems } = await collect(project, samples);
  if (found === undefined) return finish({ problems }, project.root, options, terminal);
  if (found.groups.length === 0) return usage(withoutGroups, terminal);
  const folder = resolve(terminal.cwd, options.out);
  const printed = options.format === "html" ? htmlPages(found) : markdownPages(found);
  const { changes, problems: obstacles, emptied } = changesOf(folder, printed);
  const isWritten = options.check !== true && obstacles.length === 0 && changes.some(isPending);
  if (isWritten) mkdirSync(folder, { recursive: true });
  const failures = isWritten ? await writeChanges(folder, changes, emptied) : [];
  const all = [...obstacles, ...failures];
  return finish({ problems: all, changes: all.length > 0 ? [] : changes }, folder, options, terminal);
}

const withoutGroups =
  "no folder has an API group: name the group in the doc.ts of each version, +groupName=example.com";

/** Returns the objects in the YAML and JSON files of a folder, in the order of their names. */
async function samplesIn(folder: string, cwd: string): Promise<readonly Sample[]> {
  const root = resolve(cwd, folder);
  const names = listOf(root, folder).filter((name) => /\.(ya?ml|json)$/.test(name));
  const found = await Promise.all(
    names.sort(compareText).map(async (name) => {
      const file = relative(cwd, join(root, name)).split(sep).join("/");
      const documents = await documentsOf(file, cwd);
      return documents.flatMap(({ value }) => (isObject(value) ? [{ file, object: value }] : []));
    }),
  );
  return found.flat();
}

function listOf(root: string, folder: string): string[] {
  try {
    return readdirSync(root);
  } catch {
    throw new UsageError(`--examples=${folder}: the folder cannot be read`);
  }
}

async function finish(
  { problems, changes = [] }: { readonly problems: readonly Problem[] } & Partial<Outcome>,
  root: string,
  options: ReferenceOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const failed = problems.some(({ severity }) => severity === "error");
  const mode = options.check === true ? "check" : "write";
  await report(
    { problems, changes, stages: [] },
    { terminal, root, format: "text", mode, failed, quiet: false, stats: false, verbose: false },
  );
  return failed || (options.check === true && changes.some(isPending)) ? exit.problems : exit.done;
}

function usage(message: string, terminal: Terminal): ExitCode {
  terminal.err(`codegen: ${message}\n`);
  return exit.usage;
}
