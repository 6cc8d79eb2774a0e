import { describeRun } from "./cache/describe.js";
import type { CacheEntry } from "./cache/entry.js";
import { record } from "./cache/recording.js";
import type { Project } from "./config/project.js";
import { formatter } from "./format.js";
import type { Generator } from "./generator.js";
import { installedVersion } from "./installed.js";
import { diskFileSystem } from "./load/file-system.js";
import { findPackages, load } from "./load/load.js";
import { checkMarkers } from "./markers/check.js";
import type { Universe } from "./model/universe.js";
import { planAll, type PlannedFile } from "./plan.js";
import { sortProblems, type Problem } from "./problem.js";
import { createStages, type StageTime } from "./stages.js";
import { findObstacles, formatFiles, renderFiles } from "./texts.js";
import type { FileChange } from "./write/change.js";
import { findKept, findOrphans } from "./write/orphans.js";
import { sourceFolders } from "./write/source-folders.js";
import { removeAbandoned } from "./write/temporary.js";
import { withoutGenerated } from "./write/without-generated.js";
import { writeChanges } from "./write/write.js";

/** What a run is to do with what it finds: write it, or only tell. */
export type Mode = "write" | "tell";

export interface RunRequest {
  readonly project: Project;
  /** As `selectGenerators` orders them. */
  readonly generators: readonly Generator[];
  /** Files that the generators themselves consist of, where they are not codegen's own. */
  readonly generatorFiles?: readonly string[];
  readonly mode: Mode;
  /** Only these generators' files; the others are planned, since their names are asked for. */
  readonly only?: readonly string[] | undefined;
  /** Warnings stop the run too. */
  readonly strict: boolean;
  /** Is told the name of each stage as it begins. */
  readonly onStage?: (name: string) => void;
}

export interface RunResult {
  readonly problems: readonly Problem[];
  /** Empty where problems stopped the run. */
  readonly changes: readonly FileChange[];
  readonly stages: readonly StageTime[];
  /** What `--dump` prints. */
  readonly universe: Universe;
  readonly plan: readonly PlannedFile[];
  /** What the next run can compare the disk with; absent where this one wrote nothing. */
  readonly cache?: Omit<CacheEntry, "key">;
}

/** The whole pipeline. Any error stops it before the first byte is written. */
export async function run(request: RunRequest): Promise<RunResult> {
  const { project, generators, mode } = request;
  const { root, settings } = project;
  const stages = createStages(request.onStage);
  const disk = record(diskFileSystem(root));
  const installed = new Map<string, string | undefined>();
  const wanted = (generator: string): boolean => request.only?.includes(generator) ?? true;
  const definitions = generators.flatMap(({ markers }) => markers);
  request.generatorFiles?.forEach((path) => disk.read(path));

  const loaded = await stages.run("load", () => {
    const fileSystem = withoutGenerated(disk);
    return load({ root, targets: findPackages(root, project.folders, fileSystem), definitions, fileSystem });
  });
  const universe = withImportEnding(loaded.universe, settings.importEnding);
  const misplaced = await stages.run("markers", () => checkMarkers(universe, definitions));
  const plan = await stages.run("plan", () =>
    planAll({
      universe,
      generators,
      wanted,
      outputs: settings.outputs ?? {},
      options: settings.options ?? {},
      plurals: settings.plurals ?? {},
      installed: (npmPackage) => {
        const version = installedVersion(root, npmPackage);
        installed.set(npmPackage, version);
        return version !== undefined;
      },
    }),
  );
  const problems = sortProblems([...loaded.problems, ...misplaced, ...plan.problems, ...findObstacles(disk, plan.files)]);
  const result = { problems, universe, plan: plan.files };
  if (stops(problems, request.strict)) return { ...result, changes: [], stages: stages.times };

  const rendered = await stages.run("render", () => renderFiles(disk, universe, project.header, plan.files));
  const formatted = await stages.run("format", async () => formatFiles(rendered, await formatter()));
  const folders = sourceFolders(disk, project.folders);
  const claimed = new Set([...formatted.map(({ path }) => path), ...plan.keep]);
  const changes = [...formatted, ...findKept(disk, plan.keep), ...findOrphans(disk, folders, claimed, wanted)];
  if (mode === "tell") return { ...result, changes, stages: stages.times };

  const failures = await stages.run("write", () => {
    removeAbandoned(root, folders);
    return writeChanges(root, changes);
  });
  if (failures.length > 0) return { ...result, problems: [...problems, ...failures], changes: [], stages: stages.times };
  return { ...result, changes, stages: stages.times, cache: describeRun({ recording: disk, changes, problems, installed }) };
}

function stops(problems: readonly Problem[], strict: boolean): boolean {
  return problems.some(({ severity }) => severity === "error" || (strict && severity === "warning"));
}

function withImportEnding(universe: Universe, importEnding: Project["settings"]["importEnding"]): Universe {
  if (importEnding === undefined) return universe;
  return { packages: Object.fromEntries(Object.entries(universe.packages).map(([id, known]) => [id, { ...known, importEnding }])) };
}
