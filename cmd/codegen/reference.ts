import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { relativePath } from "../../engine/util/relative-path.js";
import { resolveProject } from "../../engine/config/project.js";
import { orderStrings, type Problem } from "../../engine/base/problem.js";
import { isPending } from "../../engine/base/change.js";
import { writeChanges } from "../../engine/write/write.js";
import { judgedChanges } from "./breaking/accepted.js";
import { compareStates } from "./breaking/compare-states.js";
import { documentsOf } from "./cel/read-value.js";
import { exit, type ExitCode } from "./exit.js";
import { UsageError } from "./failure.js";
import { isReadSchema } from "./import/schema.js";
import { addChanges } from "./reference/build/changes.js";
import { collectReference } from "./reference/build/groups.js";
import type { ExampleSample } from "./reference/build/example.js";
import { changesOfFolder } from "./reference/files.js";
import type { APIReference } from "./reference/model.js";
import { htmlPages } from "./reference/print/html.js";
import { markdownPages } from "./reference/print/markdown.js";
import { printReport, type RunOutcome } from "./report/report.js";
import type { Terminal } from "./terminal.js";

/** Command-line options, in the form in which the library commander passes them. */
export interface ReferenceOptions {
  readonly out: string;
  readonly format: "html" | "markdown";
  readonly check?: boolean;
  readonly examples?: string;
  readonly against?: string;
  readonly config?: string;
}

/** Runs `codegen reference [paths…]`: writes reference pages for the API groups of the types. */
export async function runReference(
  paths: readonly string[],
  options: ReferenceOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { cwd } = terminal;
  const resolved = await resolveProject({ cwd, paths, configFile: options.config });
  if (resolved.kind === "usage") throw new UsageError(resolved.message);
  if (resolved.kind === "problems") return finish({ problems: resolved.problems }, resolved.root, options, terminal);
  const samples = options.examples === undefined ? [] : await samplesIn(options.examples, cwd);
  const { project } = resolved;
  const { reference: present, problems } = await collectReference(project, samples);
  if (present === undefined) return finish({ problems }, project.root, options, terminal);
  if (present.groups.length === 0) throw new UsageError(withoutGroups);
  const found = options.against === undefined ? present : await compared(present, paths, options, cwd);
  const folder = resolve(cwd, options.out);
  const printed = options.format === "html" ? htmlPages(found) : markdownPages(found);
  const { changes, problems: obstacles, emptied } = changesOfFolder(folder, printed);
  const isWritten = options.check !== true && obstacles.length === 0 && changes.some(isPending);
  const failures = isWritten ? await writeChanges(folder, changes, emptied) : [];
  const all = [...obstacles, ...failures];
  return finish({ problems: all, changes: all.length > 0 ? [] : changes }, folder, options, terminal);
}

/** Adds the changes since an older state to a reference. */
async function compared(
  present: APIReference,
  paths: readonly string[],
  { against = "", config }: ReferenceOptions,
  cwd: string,
): Promise<APIReference> {
  // A fixed seed gives the same examples in each run, so that --check can compare the pages.
  const search = { ofEachKind: true, samples: 200, seed: 1, allowsEmptyReasons: true, format: "text" } as const;
  const { accepted, changes } = await compareStates({ against, cwd, paths, config, ...search });
  const today = new Date().toISOString().slice(0, 10);
  return addChanges(present, against, judgedChanges(changes, accepted, today));
}

const withoutGroups =
  "no folder has an API group: add +groupName=example.com with the name of the group to the doc.ts of each version";

/** Returns the objects in the YAML and JSON files of a folder, in the order of the file names. */
async function samplesIn(folder: string, cwd: string): Promise<readonly ExampleSample[]> {
  const root = resolve(cwd, folder);
  const names = listOf(root, folder).filter((name) => /\.(ya?ml|json)$/.test(name));
  const found = await Promise.all(
    names.sort(orderStrings).map(async (name) => {
      const file = relativePath(cwd, join(root, name));
      const documents = await documentsOf(file, cwd);
      return documents.flatMap(({ value }) => (isReadSchema(value) ? [{ file, object: value }] : []));
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
  { problems, changes = [] }: { readonly problems: readonly Problem[] } & Partial<RunOutcome>,
  root: string,
  options: ReferenceOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const failed = problems.some(({ severity }) => severity === "error");
  const mode = options.check === true ? "check" : "write";
  const howToUpdate = "run the same command without --check";
  await printReport({ problems, changes, stages: [] }, { terminal, root, format: "text", mode, failed, howToUpdate });
  return failed || (options.check === true && changes.some(isPending)) ? exit.problems : exit.done;
}
