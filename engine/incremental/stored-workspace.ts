import { hash } from "node:crypto";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { cacheFolder } from "../base/cache-folder.js";
import type { Project } from "../config/project.js";
import { readStored, writeStored } from "../base/store.js";
import { isEqual } from "../util/equal.js";
import type { LoadSnapshot } from "../load/snapshot/snapshot.js";
import { freeze, type Universe } from "../model/universe.js";
import type { FilePlan } from "../plan/generator.js";
import { createMemos, openMemos, sharePackages, type Memos } from "../plan/memo.js";
import { toolIdentity } from "./key.js";
import { packViews, unpackViews } from "./packed-views.js";
import { digestPluginFiles } from "./plugin-files.js";
import { singleRun, type PrintInput, type RunWorkspace } from "./workspace.js";

/**
 * Results of a run. They are stored together so that references between them stay identical
 * objects: the values of generators refer to packages of the model, and a later run compares
 * packages and plans by identity.
 */
interface Results {
  readonly snapshot: LoadSnapshot | undefined;
  readonly universe: Universe;
  readonly memos: Memos;
  readonly printed: ReadonlyMap<string, PrintedFile>;
}

/** Input and digest of a generated file. The text of the file is on the disk of the project. */
type PrintedFile = Pick<PrintInput, "ending" | "top" | "file"> & {
  readonly generator: string;
  readonly digest: string;
};

/** The workspace of a single run that reuses the results of an earlier process. */
export interface StoredWorkspace extends RunWorkspace {
  /** Stores the results of this run, provided that it has printed all files. */
  readonly store: () => void;
}

/**
 * A project and the generators whose files are written. Each combination has a separate cache
 * entry.
 */
export interface StoredRequest {
  readonly project: Project;
  readonly only: readonly string[] | undefined;
}

export interface CustomGenerators {
  readonly has: (generator: string) => boolean;
  /** Paths of the generators' files, relative to the root. */
  readonly files: readonly string[];
}

/**
 * Reads the stored results of the last run with the same request. Results of custom generators are
 * not stored, because the modules of these generators can read any file.
 */
export function openStored(request: StoredRequest, custom: CustomGenerators): StoredWorkspace {
  const path = pathOf(request, custom.files);
  const before = path === undefined ? undefined : readResults(path);
  const memos = before?.memos ?? createMemos();
  const printed = new Map<string, PrintedFile>();
  let shared: Universe | undefined;
  let snapshot: LoadSnapshot | undefined;
  let isComplete = false;
  return {
    ...singleRun,
    snapshot: before?.snapshot,
    keepSnapshot(take) {
      // The marker definitions contain functions, which cannot be stored. They depend only on the
      // files of codegen and of the custom generators, whose digests are part of the entry's path.
      snapshot = { ...take(), definitions: undefined };
    },
    share(name, universe) {
      if (name === "loaded") return universe;
      shared = freeze(sharePackages(universe, before?.universe));
      return shared;
    },
    // The path of the entry depends on the settings, so the settings are not compared again.
    plans: (universe) => openMemos(memos, universe, undefined),
    async printed(input, make) {
      const known = before?.printed.get(input.file.path);
      const text = known !== undefined && isReusable(known, input) ? input.before : undefined;
      const after = text ?? (await make());
      const { ending, top, file, generator } = input;
      if (!custom.has(generator.name))
        printed.set(file.path, { generator: generator.name, ending, top, file, digest: digestOf(after) });
      return after;
    },
    close: () => {
      isComplete = true;
    },
    store() {
      if (path === undefined || shared === undefined || !isComplete) return;
      writeResults(path, { snapshot, universe: shared, memos: withoutCustom(memos, custom), printed });
    },
  };
}

/** Reports whether a file was printed from the same input and still has the printed text. */
function isReusable(known: PrintedFile, { generator, ending, top, file, before }: PrintInput): boolean {
  return (
    known.generator === generator.name &&
    known.ending === ending &&
    known.top === top &&
    before !== undefined &&
    isEqual(known.file, file) &&
    digestOf(before) === known.digest
  );
}

function withoutCustom({ latest }: Memos, custom: CustomGenerators): Memos {
  return { latest: { ...latest, made: new Map([...latest.made].filter(([generator]) => !custom.has(generator))) } };
}

function readResults(path: string): Results | undefined {
  const content = readStored(path);
  if (content === undefined) return undefined;
  const results = deserialize(content) as Results;
  unpackViews(plansOf(results));
  return results;
}

function writeResults(path: string, results: Results): void {
  const plans = plansOf(results);
  try {
    packViews(plans);
    writeStored(path, serialize(results));
  } catch {
    // A plan of a custom generator can contain a function, which cannot be serialised. In that
    // case, nothing is stored.
  }
  unpackViews(plans);
}

function plansOf({ memos, printed }: Results): ReadonlySet<FilePlan> {
  return new Set([...memos.latest.files.values(), ...[...printed.values()].map(({ file }) => file)]);
}

/**
 * Returns the path of the cache entry. The path contains a digest of all inputs that are not part
 * of the stored results. Returns undefined if the project has no `node_modules`, or if the scripts
 * of custom generators may load files that are not in `pluginFiles`.
 */
function pathOf({ project, only }: StoredRequest, pluginFiles: readonly string[]): string | undefined {
  const { root, configFile, folders, others, partial, settings } = project;
  const folder = cacheFolder(root);
  const plugins = digestPluginFiles(root, pluginFiles);
  if (folder === undefined || plugins === undefined) return undefined;
  const key = [root, configFile, folders, others, partial, settings, only, plugins, toolIdentity()];
  return join(folder, `${digestOf(JSON.stringify(key))}.results`);
}

function digestOf(text: string): string {
  return hash("sha256", text, "base64url");
}
