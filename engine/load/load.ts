import { checkPackageMarkers } from "../model/check-markers.js";
import { indexDefinitions, type MarkerDefinitions } from "../markers/definitions.js";
import type { MarkerDefinition } from "../markers/marker.js";
import { noLoadWorkspace, type LoadWorkspace } from "./load-workspace.js";
import { freeze, type Universe } from "../model/universe.js";
import { sortProblems, type Problem } from "../base/problem.js";
import { endlessTypes, withoutCycles } from "./check/endless-types.js";
import { removedNames } from "./check/removed-names.js";
import { usedInCycle } from "./check/used-in-cycle.js";
import { readClosure, type Closure, type ClosureFolder } from "./closure.js";
import { connectedFolders, type UnreadFolder } from "./discover/connected-folders.js";
import { diskFileSystem, type FileSystem } from "../base/file-system.js";
import { commonJs, importsWithoutEnding, moduleKindsOf, type ModuleKinds } from "./discover/module-kind.js";
import { takeSnapshot, type SyntaxFacts } from "./snapshot/snapshot.js";
import type { LoadFindings } from "./findings.js";
import { openSources, type Sources } from "./sources.js";
import { validSnapshots } from "./snapshot/valid-snapshots.js";
import { once } from "../util/once.js";
import { longChain } from "./check/long-chains.js";
import { buildUniverse, endingsOf } from "./universe.js";
import { recordReads, type Recording } from "../base/recording.js";
import { loadProblems } from "./problem-codes.js";

export interface LoadOptions {
  /** Absolute path of the folder to which all other paths are relative. */
  readonly root: string;
  /** The folders for which code is generated, relative to the root. */
  readonly targets: readonly string[];
  /** Folders whose types are all read, although no code is generated for them. */
  readonly others?: readonly string[];
  /**
   * Folders of the project that are neither in `targets` nor in `others`. If generated files of the
   * targets depend on such a folder, its types are read too.
   */
  readonly candidates?: readonly string[];
  /**
   * Definitions of the generators' markers. The markers of Kubernetes' own generators are always
   * known.
   */
  readonly definitions: readonly MarkerDefinition[];
  /** File system from which all files are read; default: the disk. */
  readonly fileSystem?: FileSystem;
  /** Results of earlier runs of this process. */
  readonly workspace?: LoadWorkspace | undefined;
}

/**
 * Reads API types and all types to which they refer. The order of targets and files does not affect
 * the result.
 */
export function load(options: LoadOptions): Loaded {
  return buildModel(readSyntax(options));
}

export interface Loaded {
  readonly universe: Universe;
  readonly problems: readonly Problem[];
  /** Names of types that are declared in folders outside of the universe. */
  readonly otherNames: ReadonlySet<string>;
}

/** The result of the first half of `load`: the files that were read, and their types. */
export interface LoadedSyntax {
  readonly options: LoadOptions;
  readonly fileSystem: Recording;
  readonly definitions: MarkerDefinitions;
  readonly sources: Sources;
  readonly closure: Closure;
  /** The folders of the project that were not read. */
  readonly unconnected: readonly UnreadFolder[];
}

/**
 * Reads files and lowers their types. This is the first half of `load`. The second half has the
 * checks that need all types.
 */
export function readSyntax(options: LoadOptions): LoadedSyntax {
  const { targets, candidates = [], workspace = noLoadWorkspace } = options;
  const definitions = workspace.memo("definitions", "", options.definitions, () =>
    indexDefinitions(options.definitions),
  );
  const fileSystem = recordReads(options.fileSystem ?? diskFileSystem(options.root));
  const open = (): Sources => openSources(fileSystem, options.root, definitions, workspace);
  const { connected, unconnected } =
    candidates.length === 0
      ? { connected: [], unconnected: [] }
      : connectedFolders(fileSystem, open().packages, targets, candidates, options.others);
  const others = [...(options.others ?? []), ...connected];
  const common = { options, fileSystem, definitions, unconnected };
  const snapshot = workspace.snapshot && validSnapshots(fileSystem, definitions, workspace.snapshot);
  if (snapshot !== undefined) {
    const sources = open();
    for (const [id, { markers, position }] of snapshot.folders) sources.files.restore({ id, markers, position });
    sources.modules.restore(snapshot.modules, snapshot.installed);
    const closure = readClosure(sources, targets, others, snapshot.folders);
    // If a problem is found, all folders are read again without snapshots. The cause of a problem
    // can be in any file, because signatures and unexported types may refer to any type.
    if (sources.findings.problems.length === 0) return { ...common, sources, closure };
  }
  const sources = open();
  return { ...common, sources, closure: readClosure(sources, targets, others) };
}

/**
 * Builds one frozen universe, and returns it with all problems. The universe is empty if types are
 * nested too deeply. This is the second half of `load`.
 */
export function buildModel({ options, fileSystem, definitions, sources, closure, unconnected }: LoadedSyntax): Loaded {
  const { files, findings } = sources;
  const { workspace = noLoadWorkspace } = options;
  const kinds = moduleKindsOf(files.fileSystem, [...closure.folders.keys()]);
  const universe = freeze(workspace.share("loaded", buildUniverse(sources, options.root, kinds, closure, unconnected)));
  const otherNames = new Set(unconnected.flatMap(({ texts }) => texts.flatMap(typeNames)));
  const factsOf = once((read: ClosureFolder) => syntaxFacts(sources, kinds, read));
  if (findings.problems.length === 0 && findings.refusedMarkers.length === 0) {
    workspace.keepSnapshot(() => takeSnapshot(sources, fileSystem, definitions, closure, universe, factsOf));
    const isWhole = ![...closure.folders.values()].some(({ snapshot }) => snapshot !== undefined);
    if (isWhole) workspace.forgetUnused("syntax");
  }
  const deep = longChain(universe);
  // Later stages follow chains of types recursively. Such a long chain would overflow their call
  // stack.
  if (deep !== undefined)
    return { universe: freeze({ packages: {} }), problems: sortProblems([...findings.problems, deep]), otherNames };
  const read = [...closure.folders.values()];
  const targets = read.filter(({ target }) => target).map(({ folder }) => folder.id);
  const problems = [
    ...findings.problems,
    ...commonJs(kinds, options.root, targets),
    ...read.flatMap((one) => factsOf(one).problems),
    ...unread(findings, closure),
    ...endlessTypes(universe),
    ...checkPackageMarkers(universe, options.definitions, findings.refusedMarkers).filter(
      ({ position }) => !isOutside(position.file),
    ),
  ];
  return { universe: withoutCycles(universe), problems: sortProblems(problems), otherNames };
}

/**
 * Returns the endings of a folder's imports, and the problems that can be found in the syntax of
 * its files.
 */
function syntaxFacts({ files }: Sources, kinds: ModuleKinds, read: ClosureFolder): SyntaxFacts {
  const { folder, target, whole, snapshot } = read;
  const endings = endingsOf(read);
  if (snapshot !== undefined) return { endings, problems: snapshot.problems };
  const imports = target
    ? [...importsWithoutEnding(files, kinds.get(folder.id), folder), ...removedNames(folder), ...usedInCycle(folder)]
    : [];
  const areCommentsRead = whole && !isOutside(folder.id);
  const comments = areCommentsRead ? folder.files.flatMap((file) => file.comments.problems()) : [];
  return { endings, problems: [...imports, ...comments] };
}

/**
 * Reports whether a path is outside of the root. A file outside of the root belongs to another
 * package of the workspace, whose configuration decides which markers exist.
 */
function isOutside(path: string): boolean {
  return path.startsWith("../");
}

/** Returns the names of the types that the text of a file declares. The text is not parsed. */
function typeNames(text: string): string[] {
  return [...text.matchAll(/\b(?:interface|type|class|enum)\s+([A-Za-z_$][\w$]*)/g)].flatMap(([, name]) => name ?? []);
}

/** Returns a problem for each type that could not be lowered, if no other problem was reported. */
function unread({ problems }: LoadFindings, { table }: Closure): Problem[] {
  if (problems.length > 0) return [];
  return table.inOrder
    .filter(({ shape }) => shape === undefined)
    .map(({ name, position }) => ({
      ...loadProblems.is("load/unsupported-type"),
      message: `${name} is not a type that API types can use`,
      hint: "use interfaces, literal unions, lists, Record<string, T> and the types of @apimachinery/runtime: see the page about types in the documentation",
      position,
    }));
}
