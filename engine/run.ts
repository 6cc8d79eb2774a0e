import { posix } from "node:path";
import { fingerprintOf } from "./incremental/run-fingerprint.js";
import { rememberDigests, rememberDisk } from "./incremental/disk-memory.js";
import type { RunFingerprint } from "./incremental/entry.js";
import { record } from "./incremental/recording.js";
import { suppressFollowUps } from "./suppress-follow-ups.js";
import { optionFolders } from "./config/options.js";
import { isIn, type Project } from "./config/project.js";
import { unselected } from "./config/unselected.js";
import { unknownPlurals } from "./config/unknown-plurals.js";
import { formatter } from "./format.js";
import type { Generator } from "./generator.js";
import { ungeneratedPackages } from "./ungenerated-packages.js";
import { installedFor, isPlugAndPlay } from "./installed.js";
import { diskFileSystem, type FileSystem } from "./load/discover/file-system.js";
import { findPackages } from "./load/discover/find-packages.js";
import { buildModel, readSyntax, type Loaded } from "./load/load.js";
import type { MarkerDefinition } from "./markers/marker.js";
import { forgetOtherFiles, type WatchState } from "./incremental/watch-state.js";
import type { Universe } from "./model/universe.js";
import { sharePackages } from "./incremental/memo.js";
import { planAll, type PlanAllResult, type PlannedFile } from "./plan.js";
import { pluginProblem, type PluginOrigin, type PluginOrigins } from "./plugin/plugin-problem.js";
import { sortProblems, type Problem } from "./problem.js";
import type { Render } from "./render.js";
import { checkRuntime, runtimePackage } from "./runtime-package.js";
import { showStubs } from "./fix/show-stubs.js";
import { createStages, type Stages, type StageTime } from "./stages.js";
import { printFiles } from "./print-files.js";
import type { FileChange } from "./write/change.js";
import { findEmptied } from "./write/emptied.js";
import { findObstacles } from "./write/obstacles.js";
import { outputNames } from "./write/output-names.js";
import { findCopies, findKept, findOrphanPages, findOrphans } from "./write/orphans.js";
import { pagesFolderOf, pagesFoldersOf } from "./write/pages-folder.js";
import { sourceFolders } from "./write/source-folders.js";
import { removeAbandoned } from "./write/temporary.js";
import { withoutGenerated } from "./write/without-generated.js";
import { writeChanges } from "./write/write.js";

/** Whether a run writes the changes, or only returns them. */
export type Mode = "write" | "dry-run";

export interface RunRequest {
  readonly project: Project;
  /** In the order of `selectGenerators`. */
  readonly generators: readonly Generator[];
  /** All known markers. */
  readonly definitions: readonly MarkerDefinition[];
  /** Files of custom generators, whose changes can change the output. */
  readonly generatorFiles?: readonly string[];
  /** Custom generators by name. Their failures are problems of the project. */
  readonly plugins?: PluginOrigins;
  readonly mode: Mode;
  /**
   * The generators whose files are written. The others are planned, since their names are looked
   * up.
   */
  readonly only?: readonly string[] | undefined;
  /** Whether warnings stop the run. */
  readonly strict: boolean;
  /**
   * The version of the runtime that generated code needs. If absent, the installed version is not
   * checked.
   */
  readonly runtime?: string;
  /** State of earlier runs of this process. */
  readonly memory?: WatchState | undefined;
  /** Called with the name of each stage as it begins. */
  readonly onStage?: (name: string) => void;
}

export interface RunResult {
  readonly problems: readonly Problem[];
  /** Empty if problems stopped the run. */
  readonly changes: readonly FileChange[];
  readonly stages: readonly StageTime[];
  /** Printed by `--dump`. */
  readonly universe: Universe;
  readonly plan: readonly PlannedFile[];
  /** The inputs and outputs of the run, to compare the disk with later. */
  readonly fingerprint: RunFingerprint;
}

/** Runs the whole pipeline. An error stops it before the first file is written. */
export async function run(request: RunRequest): Promise<RunResult> {
  const { project, generators, mode } = request;
  const { root, settings } = project;
  const stages = createStages(request.onStage);
  const { renderers = new Map<Generator, Render>(), printed } = request.memory ?? {};
  const disk = record(openDisk(root, request.memory));
  const digest = request.memory === undefined ? undefined : rememberDigests(request.memory.digests);
  const installed = new Map<string, string | undefined>();
  const versionOf = (npmPackage: string): string | undefined => {
    const { key, version } = installedFor(root, project.folders, npmPackage);
    installed.set(key, version);
    return version;
  };
  const wanted = (generator: string): boolean => request.only?.includes(generator) ?? true;
  request.generatorFiles?.forEach((path) => disk.read(path));

  const { plugins = new Map<string, PluginOrigin>() } = request;
  const failed: Problem[] = [];
  const attempt = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const problem = pluginProblem(plugins, error, root);
      if (problem === undefined) throw error;
      failed.push(problem);
      return otherwise;
    }
  };
  const loaded = await attempt(() => readModel(request, stages, disk), {
    universe: { packages: {} },
    problems: [],
    otherNames: new Set<string>(),
  });
  const universe = sharePackages(withImportEnding(loaded.universe, settings.importEnding), request.memory?.universe);
  if (request.memory !== undefined) request.memory.universe = universe;
  const planned = (): PlanAllResult =>
    planAll({
      universe,
      generators,
      wanted,
      outputs: settings.outputs ?? {},
      options: settings.options ?? {},
      plurals: settings.plurals ?? {},
      memos: request.memory?.memos,
      installed: (npmPackage) => versionOf(npmPackage) !== undefined,
      pages: (folder) => pagesFolderOf(disk, folder),
      plugins,
    });
  const plan = await attempt(() => stages.run("plan", planned), { files: [], problems: [], keep: [] });
  const runtime =
    request.runtime === undefined ? [] : checkRuntime(versionOf(runtimePackage), request.runtime, isPlugAndPlay(root));
  const ungenerated = request.only === undefined ? ungeneratedPackages(universe, plan.files) : [];
  const told = suppressFollowUps({ runtime, loaded: loaded.problems, planned: plan.problems, ungenerated });
  const plurals =
    failed.length > 0 || stops(loaded.problems, false)
      ? []
      : await unknownPlurals(project, universe, loaded.otherNames, disk);
  const folders = sourceFolders(disk, project.folders);
  const names = outputNames(generators, settings.outputs ?? {});
  const expected = new Set([...plan.files.map(({ file }) => file.path), ...plan.keep]);
  const copies = findCopies(disk, folders, expected, wanted, names);
  const all = sortProblems([
    ...(project.warnings ?? []),
    ...failed,
    ...told,
    ...plurals,
    ...findObstacles(disk, plan.files),
    ...copies,
  ]);
  const problems = showStubs(all, disk);
  const finish = (
    changes: readonly FileChange[],
    failures: readonly Problem[] = [],
    emptied: readonly string[] = [],
  ): RunResult => ({
    problems: [...problems, ...failures],
    changes,
    stages: stages.times,
    universe,
    plan: plan.files,
    fingerprint: fingerprintOf({
      recording: disk,
      changes: mode === "write" ? changes : [],
      emptied,
      problems,
      installed,
      digest,
    }),
  });
  if (stops(problems, request.strict)) return finish([]);

  const format = await formatter();
  // Texts are formatted while later files are rendered. The stage `format` is the remaining wait.
  const print = async (): Promise<readonly FileChange[]> => {
    const { printing } = await stages.run("render", () =>
      printFiles({ fileSystem: disk, universe, header: project.header, renderers, printed, format }, plan.files),
    );
    return stages.run("format", () => Promise.all(printing));
  };
  const formatted = await attempt(print, []);
  if (failed.length > 0) return finish([], failed);
  const claimed = new Set([...formatted.map(({ path }) => path), ...plan.keep]);
  const found = [
    ...findOrphans(disk, folders, claimed, wanted, names),
    ...findOrphanPages(disk, folders, claimed, wanted),
  ];
  // An unknown folder may need these files, so a run of some folders does not remove them.
  const orphans = project.partial === true ? found.map(kept) : found;
  if (request.memory !== undefined) forgetOtherFiles(request.memory, new Set(disk.texts.keys()), claimed);
  const changes = [...formatted, ...findKept(disk, plan.keep), ...orphans];
  const leftOut = await unselected(project, generators, changes);
  if (mode === "dry-run") return finish(changes, leftOut);

  const emptied = findEmptied(disk, changes, project.folders);
  const failures = await stages.run("write", () => {
    removeAbandoned(root, disk, [...folders, ...sourceFolders(disk, pagesFoldersOf(disk, folders))]);
    return writeChanges(root, changes, emptied);
  });
  return failures.length > 0 ? finish([], failures) : finish(changes, leftOut, emptied);
}

function openDisk(root: string, memory: WatchState | undefined): FileSystem {
  const disk = diskFileSystem(root);
  if (memory === undefined) return disk;
  return memory.looked?.root === root ? memory.looked.disk : rememberDisk(root, disk, memory.disk);
}

/**
 * Reads files into types, and types into the model. The syntax is released afterwards, unless the
 * watch state keeps it.
 */
async function readModel(
  { project: { root, folders, others = [] }, generators, project, definitions, memory }: RunRequest,
  stages: Stages,
  disk: FileSystem,
): Promise<Loaded> {
  const { problems, targets, syntax } = await stages.run("load", () => {
    const fileSystem = withoutGenerated(disk);
    const found = findPackages(root, folders, fileSystem);
    const targets = new Set(found.packages);
    const isOther = (id: string): boolean => !targets.has(id);
    const candidates = findPackages(root, others, fileSystem).packages.filter(isOther);
    const named = optionFolders(generators, project.settings.options).filter(isOther);
    return {
      problems: found.problems,
      targets,
      syntax: readSyntax({
        root,
        targets: found.packages,
        others: named,
        candidates,
        definitions,
        fileSystem,
        memory,
      }),
    };
  });
  const model = await stages.run("model", () => buildModel(syntax));
  // A warning about another folder is reported when that folder is named.
  const isOfOthers = ({ severity, position }: Problem): boolean =>
    severity !== "error" && !targets.has(posix.dirname(position.file)) && isIn(posix.dirname(position.file), others);
  // Types of a folder without API types are read where other folders refer to them.
  const isRead = ({ code, position: { file } }: Problem): boolean =>
    code === "load/unread-markers" &&
    file.endsWith(".ts") &&
    model.universe.packages[posix.dirname(file)] !== undefined;
  return {
    ...model,
    problems: [
      ...problems.filter((problem) => !isRead(problem)),
      ...model.problems.filter((problem) => others.length === 0 || !isOfOthers(problem)),
    ],
  };
}

function kept({ path, generator, before }: FileChange): FileChange {
  return { path, generator, action: "keep", ...(before === undefined ? {} : { before }) };
}

function stops(problems: readonly Problem[], strict: boolean): boolean {
  return problems.some(({ severity }) => severity === "error" || (strict && severity === "warning"));
}

function withImportEnding(universe: Universe, importEnding: Project["settings"]["importEnding"]): Universe {
  if (importEnding === undefined) return universe;
  return {
    packages: Object.fromEntries(
      Object.entries(universe.packages).map(([id, known]) => [id, { ...known, importEnding }]),
    ),
  };
}
