import { recordAnswers, type DiskAnswer, type Ask } from "../../engine/base/ask.js";
import { writeCache } from "../../engine/incremental/write-cache.js";
import type { RunFingerprint } from "../../engine/incremental/run-fingerprint.js";
import { locateInProject } from "../../engine/config/locate.js";
import { resolveProject, type Project, type ResolvedProject } from "../../engine/config/project.js";
import type { RunWorkspace } from "../../engine/incremental/workspace.js";
import type { RunResult } from "../../engine/run/run.js";
import { toolVersion } from "../../engine/base/tool-version.js";
import { isPending } from "../../engine/base/change.js";
import { keepCompiled } from "../../engine/base/compiled-script.js";
import { nearest } from "../../engine/util/nearest.js";
import { exit, type ExitCode } from "./exit.js";
import { UsageError } from "./failure.js";
import { mistakenCommand } from "./mistaken-command.js";
import { showProgress } from "./progress.js";
import { withReportFile } from "./report-file.js";
import { cacheRequest, repeatRun } from "./repeat.js";
import { printReport, type RunOutcome, type ReportFormat } from "./report/report.js";
import type { Terminal } from "./terminal.js";

/** Command-line options, in the form in which the library commander passes them. */
export interface GenerateOptions {
  readonly check?: boolean;
  readonly only?: readonly string[];
  readonly strict?: boolean;
  readonly dryRun?: boolean;
  readonly watch?: boolean;
  readonly stats?: boolean;
  readonly dump?: "model" | "plan";
  readonly format: ReportFormat;
  readonly verbose?: boolean;
  readonly config?: string;
  readonly header?: string;
  readonly reportFilename?: string;
  readonly updateReport?: boolean;
}

/** The result of one run. `fingerprint` is absent if the run ended early. */
export interface Finished {
  readonly code: ExitCode;
  readonly fingerprint?: RunFingerprint;
  /** True if the fingerprint contains everything on which the result depends. */
  readonly isRepeatable?: boolean | undefined;
}

/** Runs `codegen [paths…]`. */
export async function generate(
  paths: readonly string[],
  options: GenerateOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (!isNeeded(options) && (await repeatRun(paths, options, terminal))) return exit.done;
  return generateAnew(paths, options, terminal);
}

/** Runs `codegen [paths…]`, even if no input has changed since the stored run. */
export async function generateAnew(
  paths: readonly string[],
  options: GenerateOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const clash = contradiction(options);
  if (clash !== undefined) throw new UsageError(clash);
  const mistaken = mistakenCommand(paths, terminal.cwd);
  if (mistaken !== undefined) throw new UsageError(mistaken);
  if (options.watch === true) {
    const { runWatch } = await import("./watch.js");
    return runWatch(paths, options, terminal);
  }
  const { ask, answers } = recordAnswers();
  const resolved = await readGivenProject(paths, options, terminal, ask);
  const finished = await generateOnce(resolved, options, terminal);
  if (!isNeeded(options)) storeRun({ paths, options, resolved, answers, finished }, terminal);
  return finished.code;
}

/** A finished run, with the file system lookups by which its project was found. */
export interface StoredRun {
  readonly paths: readonly string[];
  readonly options: GenerateOptions;
  readonly resolved: ResolvedProject;
  readonly answers: readonly DiskAnswer[];
  readonly finished: Finished;
}

/**
 * Stores a run for `repeatRun`, which checks at the next start with this command line whether
 * anything has changed.
 */
export function storeRun({ paths, options, resolved, answers, finished }: StoredRun, terminal: Terminal): void {
  const { code, fingerprint, isRepeatable = false } = finished;
  if (resolved.kind !== "project" || fingerprint === undefined) return;
  const { root } = resolved.project;
  const run = code === exit.done && isRepeatable ? { root, answers, fingerprint } : undefined;
  writeCache(cacheRequest(paths, options, terminal), run);
}

/** Reads the configuration and returns the resolved project. */
export async function readGivenProject(
  paths: readonly string[],
  options: GenerateOptions,
  terminal: Terminal,
  ask?: Ask,
): Promise<ResolvedProject> {
  const { config, header, reportFilename, updateReport } = options;
  const resolved = await resolveProject({ cwd: terminal.cwd, paths, configFile: config, headerFile: header, ask });
  if (resolved.kind !== "project") return resolved;
  return withReportFile(resolved.project, terminal.cwd, reportFilename, updateReport === true);
}

/** Generates the code of a project and prints the result. */
export async function generateOnce(
  resolved: ResolvedProject,
  options: GenerateOptions,
  terminal: Terminal,
  workspace?: RunWorkspace,
): Promise<Finished> {
  if (resolved.kind === "usage") throw new UsageError(resolved.message);
  if (resolved.kind === "problems") {
    const { problems, root } = resolved;
    return { code: await finish({ problems, changes: [], stages: [] }, root, false, options, terminal) };
  }
  const { project } = resolved;
  const strict = options.strict ?? project.settings.strict ?? false;
  // The reported duration begins at the start of the process or, with --watch, at the start of the
  // run.
  const started = options.watch === true ? performance.now() : 0;
  const ran = await runPipeline(project, strict, { started, workspace }, options, terminal);
  if (options.dump !== undefined && "universe" in ran) {
    const { dump } = await import("./report/dump.js");
    terminal.out(dump(options.dump, ran));
  }
  const code = await finish(ran, project.root, strict, options, terminal);
  if (!("fingerprint" in ran)) return { code };
  keepCompiled();
  return { code, fingerprint: ran.fingerprint, isRepeatable: ran.isRepeatable };
}

/** Runs the pipeline. */
async function runPipeline(
  project: Project,
  strict: boolean,
  { started, workspace }: { readonly started: number; readonly workspace: RunWorkspace | undefined },
  options: GenerateOptions,
  terminal: Terminal,
): Promise<(RunResult & Pick<Finished, "isRepeatable">) | RunOutcome> {
  const [{ runProject }, { selectGenerators }, { openStored }, { generators: builtIn }] = await Promise.all([
    import("../../engine/run/run.js"),
    import("../../engine/run/select.js"),
    import("../../engine/incremental/stored-workspace.js"),
    import("../../generators/index.js"),
  ]);
  const selected = await selectGenerators(builtIn, project);
  const { generators, definitions, files: generatorFiles, hasUnknownFiles, plugins, faults } = selected;
  if (faults.length > 0) {
    const disk = workspace?.disk(project.root);
    for (const file of generatorFiles) disk?.read(file);
    return { problems: await locateInProject(project, faults), changes: [], stages: [] };
  }
  const unknown = options.only?.find((name) => !generators.some((generator) => generator.name === name));
  if (unknown !== undefined) {
    const names = generators.map(({ name }) => name);
    const meant = nearest(unknown, names);
    const advice = meant === undefined ? `use one of ${names.join(", ")}` : `did you mean ${meant}?`;
    throw new UsageError(`--only: unknown generator ${unknown}; ${advice}`);
  }
  const custom = { has: (generator: string) => plugins.has(generator), files: generatorFiles };
  const isStored = workspace === undefined && !tellsOnly(options);
  const stored = isStored ? openStored({ project, only: options.only }, custom) : undefined;
  const start = { name: "start", ms: milliseconds(performance.now() - started) };
  try {
    const ran = await runProject({
      project,
      generators,
      definitions,
      generatorFiles,
      plugins,
      mode: tellsOnly(options) ? "dry-run" : "write",
      strict,
      updateReport: options.updateReport ?? false,
      runtime: toolVersion(),
      onStage: (stage) => {
        showProgress(terminal, stage);
      },
      only: options.only,
      workspace: workspace ?? stored,
    });
    stored?.store();
    return { ...ran, stages: [start, ...ran.stages], isRepeatable: !hasUnknownFiles };
  } finally {
    showProgress(terminal);
  }
}

async function finish(
  outcome: RunOutcome,
  root: string,
  strict: boolean,
  options: GenerateOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const failed = outcome.problems.some(({ severity }) => severity === "error" || (strict && severity === "warning"));
  const outdated = options.check === true && outcome.changes.some(isPending);
  const { format, stats, verbose } = options;
  const mode = options.check === true ? "check" : tellsOnly(options) ? "dry-run" : "write";
  const quiet = options.dump !== undefined;
  await printReport(outcome, { terminal, root, format, mode, failed, quiet, stats, verbose });
  return failed || outdated ? exit.problems : exit.done;
}

/** Rounds a duration to a tenth of a millisecond, because smaller differences are noise. */
function milliseconds(time: number): number {
  return Math.round(time * 10) / 10;
}

function tellsOnly(options: GenerateOptions): boolean {
  return options.check === true || options.dryRun === true || options.dump !== undefined;
}

/** Reports whether the options require a run even if no input has changed. */
function isNeeded(options: GenerateOptions): boolean {
  return tellsOnly(options) || options.watch === true || options.updateReport === true;
}

function contradiction(options: GenerateOptions): string | undefined {
  if (options.watch !== true) return undefined;
  if (tellsOnly(options)) return "--watch writes files, so it cannot be used with --check, --dry-run or --dump";
  if (options.updateReport === true)
    return "--watch cannot be used with --update-report, because each run would accept all new violations";
  return options.format === "text" ? undefined : "--watch supports only --format text";
}
