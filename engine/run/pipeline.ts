import { resolve } from "node:path";
import { locateInProject } from "../config/locate.js";
import { unknownKeyProblems, unknownPlurals } from "../config/unknown-names.js";
import { formatter } from "../base/format.js";
import { fingerprintOfRun, type RunFingerprint } from "../incremental/run-fingerprint.js";
import type { Recording } from "../base/recording.js";
import { singleRun, type RunWorkspace } from "../incremental/workspace.js";
import { installedVersion, loadInstalled, runtimeFolder } from "../base/installed.js";
import type { Loaded } from "../load/load.js";
import { withoutAccepted } from "../model/accepted.js";
import type { Universe } from "../model/universe.js";
import { packageManagerOf } from "../base/package-manager.js";
import { isPlugAndPlay } from "../base/plug-and-play.js";
import { planAll, type PlanAllResult } from "../plan/plan.js";
import { pluginProblem } from "../plan/plugin-problem.js";
import { printFiles } from "./print-files.js";
import type { ImportEnding } from "../base/symbol.js";
import { sortProblems, type Problem } from "../base/problem.js";
import { readModel } from "./read-model.js";
import type { RunRequest } from "./run-request.js";
import { checkRuntime, runtimePackage } from "../base/runtime-package.js";
import { createStages, type Stages, type StageTime } from "../base/stages.js";
import { suppressFollowUps } from "./suppress-follow-ups.js";
import { showStubs } from "../print/show-stubs.js";
import { ungeneratedPackages } from "./ungenerated-packages.js";
import type { FileChange } from "../base/change.js";
import { findEmptied } from "../write/emptied.js";
import { findObstacles } from "../write/obstacles.js";
import { findCopies, findKept, findOrphans, outputNames, type OrphanSearch } from "../write/orphans.js";
import { pagesFolderOf, pagesFoldersOf } from "../write/pages-folder.js";
import { unexpected, updatedReport, type CheckedPackages } from "../model/violations/known-violations.js";
import { sourceFolders } from "../write/source-folders.js";
import { removeAbandoned } from "../write/temporary.js";
import { writeChanges } from "../write/write.js";
import { relativePath } from "../util/relative-path.js";

export interface WriteResult {
  /** Problems of files that could not be written. No file was changed if the list is not empty. */
  readonly failures: readonly Problem[];
  /** Folders that were removed because they were empty after the changes. */
  readonly emptied: readonly string[];
}

/** The stages of one run. The result of each stage is plain data for the next stages. */
export class Pipeline {
  /** Problems for the failures of custom generators. */
  readonly failed: Problem[] = [];
  readonly #request: RunRequest;
  readonly #workspace: RunWorkspace;
  readonly #disk: Recording;
  readonly #stages: Stages;
  readonly #isOutput: OrphanSearch["isOutput"];

  constructor(request: RunRequest) {
    const { project, generators, generatorFiles = [], workspace = singleRun } = request;
    this.#request = request;
    this.#workspace = workspace;
    this.#stages = createStages(request.onStage);
    this.#isOutput = outputNames(generators, project.settings.outputs ?? {});
    this.#disk = workspace.disk(project.root);
    for (const path of generatorFiles) this.#disk.read(path);
  }

  get times(): readonly StageTime[] {
    return this.#stages.times;
  }

  /** Reads the API types of the project. */
  async load(): Promise<Loaded> {
    const nothing = { universe: { packages: {} }, problems: [], otherNames: new Set<string>() };
    const loaded = await this.#attempt(
      () => readModel(this.#request, this.#stages, this.#disk, this.#workspace),
      nothing,
    );
    const universe = withImportEnding(loaded.universe, this.#request.project.settings.importEnding);
    return { ...loaded, universe: this.#workspace.share("universe", universe) };
  }

  /** Plans the files of all generators. */
  plan(universe: Universe): Promise<PlanAllResult> {
    const { generators, plugins, project } = this.#request;
    const { outputs = {}, options = {}, plurals = {} } = project.settings;
    const pages = new Map<string, string>();
    const work = (): PlanAllResult =>
      planAll({
        universe,
        generators,
        wanted: (generator) => this.#isWanted(generator),
        outputs,
        options,
        plurals,
        isWhole: project.others === undefined,
        openMemos: (model, settings) => this.#workspace.plans(model, settings),
        installed: (npmPackage, importer) => this.#versionOf(npmPackage, importer) !== undefined,
        add: packageManagerOf(project.root).add,
        load: (npmPackage, importer) => loadInstalled(project.root, this.#importers(importer), npmPackage),
        pages: (folder) => {
          const known = pages.get(folder) ?? pagesFolderOf(this.#disk, folder);
          pages.set(folder, known);
          return known;
        },
        readFile: (path) => this.#disk.read(path),
        plugins,
      });
    return this.#attempt(() => this.#stages.run("plan", work), {
      files: [],
      problems: [],
      keep: [],
      reports: [],
      unknownKeys: [],
      optionProblems: [],
    });
  }

  /**
   * Returns the problems that were found in the model, the plan and the project, sorted by
   * position.
   */
  async check(loaded: Loaded, plan: PlanAllResult): Promise<readonly Problem[]> {
    const { only, project, runtime } = this.#request;
    const { universe } = loaded;
    const problems = suppressFollowUps({
      runtime:
        runtime === undefined
          ? []
          : checkRuntime(
              this.#versionOf(runtimePackage),
              runtime,
              packageManagerOf(project.root),
              isPlugAndPlay(project.root),
            ),
      loaded: loaded.problems,
      planned: [...plan.problems, ...this.#violations(loaded, plan)],
      ungenerated: only === undefined ? ungeneratedPackages(universe, plan.files) : [],
    });
    const isIncomplete =
      this.failed.length > 0 ||
      project.partial === true ||
      loaded.problems.some(({ severity }) => severity === "error");
    // Mistakes in the configuration that are found only after the types of all folders were read.
    const late = isIncomplete
      ? []
      : [
          ...unknownPlurals(project.settings, universe, loaded.otherNames),
          ...(project.others === undefined ? unknownKeyProblems(project.settings, plan.unknownKeys) : []),
        ];
    const ofOptions = plan.optionProblems.map((problem) => ({ ...problem, at: "value" as const }));
    const expected = new Set([...plan.files.map(({ file }) => file.path), ...plan.keep]);
    const all = [
      ...(project.warnings ?? []),
      ...this.failed,
      ...problems,
      ...(await locateInProject(project, [...ofOptions, ...late], (file) => this.#disk.read(file))),
      ...findObstacles(this.#disk, plan.files),
      ...findCopies(this.#orphanSearch(expected)),
    ];
    return showStubs(sortProblems(withoutAccepted(all, universe, this.#isWhole)), this.#disk);
  }

  /** Reports whether the problems prevent the run from writing files. */
  isStoppedBy(problems: readonly Problem[]): boolean {
    return problems.some(({ severity }) => severity === "error" || (this.#request.strict && severity === "warning"));
  }

  /** Fills the templates and formats the files. */
  async render(universe: Universe, plan: PlanAllResult): Promise<readonly FileChange[]> {
    const format = await formatter();
    const { header } = this.#request.project;
    // Files are formatted while later files are rendered, so the stage `format` measures only the
    // time after the last file was rendered.
    return this.#attempt(async () => {
      const { printing } = await this.#stages.run("render", () =>
        printFiles({ fileSystem: this.#disk, universe, header, workspace: this.#workspace, format }, plan.files),
      );
      return this.#stages.run("format", () => Promise.all(printing));
    }, []);
  }

  /**
   * Returns the changes of files: rendered files, files to keep, files to remove, and updated
   * report files.
   */
  changes(rendered: readonly FileChange[], universe: Universe, plan: PlanAllResult): readonly FileChange[] {
    const { keep, reports } = plan;
    const printed = new Set(rendered.map(({ path }) => path));
    const claimed = new Set([...printed, ...keep]);
    const orphans = findOrphans(this.#orphanSearch(claimed), this.#request.project.others === undefined);
    const changes = [
      ...rendered,
      ...findKept(
        this.#disk,
        keep.filter((path) => !printed.has(path)),
      ),
      // If the run does not know all folders of the project, another folder may need the orphans.
      // They are therefore not removed.
      ...(this.#request.project.partial === true
        ? orphans.map((file) => ({ ...file, action: "keep" as const }))
        : orphans),
      ...(this.#request.updateReport === true
        ? reports.map((report) => updatedReport(report, this.#disk.read(report.file), this.#checked(universe)))
        : []),
    ];
    this.#workspace.close(this.#disk);
    return changes;
  }

  /** Writes all changes, or none if one fails. */
  async write(changes: readonly FileChange[]): Promise<WriteResult> {
    const { root, folders: configured } = this.#request.project;
    const emptied = findEmptied(this.#disk, changes, configured);
    const failures = await this.#stages.run("write", () => {
      const folders = this.#folders();
      const pages = sourceFolders(this.#disk, pagesFoldersOf(this.#disk, folders));
      removeAbandoned(root, this.#disk, [...folders, ...pages]);
      return writeChanges(root, changes, emptied);
    });
    return { failures, emptied };
  }

  /** Returns the inputs and outputs of the run. A later run compares the disk with them. */
  fingerprint(
    changes: readonly FileChange[],
    emptied: readonly string[],
    problems: readonly Problem[],
  ): RunFingerprint {
    return fingerprintOfRun({ recording: this.#disk, changes, emptied, problems });
  }

  /**
   * Returns problems for differences between the violations that were found and the report files.
   */
  #violations({ universe, problems }: Loaded, { reports }: PlanAllResult): readonly Problem[] {
    // If some types could not be read, their violations are missing, and lines of the report file
    // would seem to be outdated.
    const isIncomplete = problems.some(({ severity }) => severity === "error");
    if (this.#request.updateReport === true || isIncomplete) return [];
    return reports.flatMap((report) => unexpected(report, this.#disk.read(report.file), this.#checked(universe)));
  }

  /**
   * Returns the packages that this run has checked: the targets. If the run reads all folders, a
   * package that is not in the model counts as checked too, because it no longer exists.
   */
  #checked({ packages }: Universe): CheckedPackages {
    return { has: (id) => packages[id]?.target ?? this.#isWhole };
  }

  /** True if the run reads all folders of the project. */
  get #isWhole(): boolean {
    const { others, partial } = this.#request.project;
    return others === undefined && partial !== true;
  }

  #orphanSearch(claimed: ReadonlySet<string>): OrphanSearch {
    const mayJudge = (generator: string): boolean => this.#isWanted(generator);
    return { fileSystem: this.#disk, folders: this.#folders(), claimed, mayJudge, isOutput: this.#isOutput };
  }

  #folders(): readonly string[] {
    return sourceFolders(this.#disk, this.#request.project.folders);
  }

  #isWanted(generator: string): boolean {
    return this.#request.only?.includes(generator) ?? true;
  }

  #versionOf(npmPackage: string, importer?: "runtime"): string | undefined {
    const { root } = this.#request.project;
    const read = (file: string): string | undefined => this.#disk.read(relativePath(root, file));
    for (const folder of this.#importers(importer)) {
      const version = installedVersion(resolve(root, folder), npmPackage, read);
      if (version !== undefined) return version;
    }
    return undefined;
  }

  /**
   * Returns the folders whose code imports packages: the folders of the project, or with
   * `"runtime"` the folder of the runtime.
   */
  #importers(importer?: "runtime"): readonly string[] {
    const { root, folders } = this.#request.project;
    return importer === undefined ? ["", ...folders] : [runtimeFolder(root, folders)];
  }

  /**
   * Runs a stage. If a custom generator fails, records the failure as a problem and returns
   * `nothing`.
   */
  async #attempt<T>(work: () => Promise<T>, nothing: T): Promise<T> {
    const { plugins = new Map(), project } = this.#request;
    try {
      return await work();
    } catch (error) {
      const problem = pluginProblem(plugins, error, project.root);
      if (problem === undefined) throw error;
      this.failed.push(problem);
      return nothing;
    }
  }
}

function withImportEnding(universe: Universe, importEnding: ImportEnding | undefined): Universe {
  if (importEnding === undefined) return universe;
  return {
    packages: Object.fromEntries(
      Object.entries(universe.packages).map(([id, known]) => [id, { ...known, importEnding }]),
    ),
  };
}
