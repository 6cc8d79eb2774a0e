import { checkMarkers } from "../markers/check.js";
import { allDefinitions, indexDefinitions } from "../markers/definitions.js";
import type { MarkerDefinition } from "../markers/marker.js";
import { rememberedSources, type WatchState } from "../incremental/watch-state.js";
import { freeze, type Universe } from "../model/universe.js";
import { sharePackages } from "../incremental/memo.js";
import { sortProblems, type Problem } from "../problem.js";
import { withoutCircles } from "./check/alias-cycles.js";
import { checkTypes } from "./check/check-types.js";
import { readClosure, type Closure } from "./closure.js";
import { connectedFolders, type UnreadFolder } from "./discover/connected-folders.js";
import { diskFileSystem, type FileSystem } from "./discover/file-system.js";
import { commonJs, importsWithoutEnding } from "./discover/module-kind.js";
import { keepReadings } from "./snapshot/snapshot.js";
import { Session } from "./session.js";
import { stillTrue } from "./snapshot/validate-snapshot.js";
import { endlessChain } from "./syntax/too-deep.js";
import { buildUniverse } from "./universe.js";

export interface LoadOptions {
  /** The folder that all paths are relative to. */
  readonly root: string;
  /** The folders to generate for, relative to the root. */
  readonly targets: readonly string[];
  /** Folders that are read as a whole too, and that nothing is generated for. */
  readonly others?: readonly string[];
  /**
   * The other folders of the project. Those that are connected with the targets are read as
   * `others` are, because what is generated for the targets depends on them.
   */
  readonly candidates?: readonly string[];
  /** The markers of the generators. Those of Kubernetes' other generators are known anyway. */
  readonly definitions: readonly MarkerDefinition[];
  /** Where files are read from; the disk if left out. */
  readonly fileSystem?: FileSystem;
  /** What earlier runs of this process have read. */
  readonly memory?: WatchState | undefined;
}

/**
 * Reads API types and all that they refer to. The order of targets and of files makes no
 * difference.
 */
export function load(options: LoadOptions): Loaded {
  return buildModel(readSyntax(options));
}

export interface Loaded {
  readonly universe: Universe;
  readonly problems: readonly Problem[];
  /** Names of the types in folders of the project that the universe does not have. */
  readonly otherNames: ReadonlySet<string>;
}

/** What was read, as the compiler sees it. */
export interface Syntax {
  readonly options: LoadOptions;
  readonly session: Session;
  readonly closure: Closure;
  /** The folders of the project that are not part of the closure. */
  readonly unconnected: readonly UnreadFolder[];
}

/** The first half: files become types, each by itself. */
export function readSyntax(options: LoadOptions): Syntax {
  const { targets, candidates = [], memory } = options;
  const definitions = allDefinitions(options.definitions);
  const fileSystem = options.fileSystem ?? diskFileSystem(options.root);
  const sources = memory === undefined ? undefined : rememberedSources(memory, definitions);
  const open = (): Session => new Session(fileSystem, options.root, indexDefinitions(definitions), sources);
  const { connected, unconnected } =
    candidates.length === 0
      ? { connected: [], unconnected: [] }
      : connectedFolders(open(), targets, candidates, options.others);
  const others = [...(options.others ?? []), ...connected];
  if (memory?.readings !== undefined) {
    const session = open();
    const closure = readClosure(session, targets, others, stillTrue(session, memory.readings));
    // What is wrong may be wrong only with what was taken over: signatures and types of nobody else
    // may name anything.
    if (session.problems.length === 0) return { options, session, closure, unconnected };
  }
  const session = open();
  return { options, session, closure: readClosure(session, targets, others), unconnected };
}

/** The second half: one frozen universe, and all that is wrong with it. */
export function buildModel({ options, session, closure, unconnected }: Syntax): Loaded {
  const universe = freeze(sharePackages(buildUniverse(session, closure, unconnected), options.memory?.loaded));
  const otherNames = new Set(unconnected.flatMap(({ texts }) => texts.flatMap(typeNames)));
  if (options.memory !== undefined) {
    options.memory.loaded = universe;
    if (session.problems.length === 0 && session.refusedMarkers.length === 0) {
      options.memory.readings = keepReadings(session, closure, universe);
      session.forgetOthers();
    }
  }
  const deep = endlessChain(universe);
  // Nothing could follow it, so that there is nothing to be said of it.
  if (deep !== undefined)
    return { universe: freeze({ packages: {} }), problems: sortProblems([...session.problems, deep]), otherNames };
  const comments = [...closure.folders.values()].flatMap(({ folder, whole }) =>
    whole && !isOutside(folder.id) ? folder.files.flatMap((file) => file.comments.problems()) : [],
  );
  const targets = [...closure.folders.values()].filter(({ target }) => target);
  const problems = [
    ...session.problems,
    ...commonJs(
      session,
      targets.map(({ folder }) => folder.id),
    ),
    ...targets.flatMap(({ folder }) => importsWithoutEnding(session, folder)),
    ...unread(session, closure),
    ...comments,
    ...checkTypes(universe),
    ...checkMarkers(universe, options.definitions, session.refusedMarkers).filter(
      ({ position }) => !isOutside(position.file),
    ),
  ];
  return { universe: withoutCircles(universe), problems: sortProblems(problems), otherNames };
}

/**
 * Whether another configuration than this one says which markers there are: that of another package
 * of the workspace.
 */
function isOutside(path: string): boolean {
  return path.startsWith("../");
}

/** Returns the names after the keywords that declare types. */
function typeNames(text: string): string[] {
  return [...text.matchAll(/\b(?:interface|type|class|enum)\s+([A-Za-z_$][\w$]*)/g)].flatMap(([, name]) => name ?? []);
}

/** No type is left out in silence: one without a shape has a problem, or gets one here. */
function unread(session: Session, { table }: Closure): Problem[] {
  if (session.problems.length > 0) return [];
  return table.inOrder
    .filter(({ shape }) => shape === undefined)
    .map(({ name, position }) => ({
      code: "load/unsupported-type",
      severity: "error",
      message: `${name} is no type that API types may use`,
      hint: "docs/types.md lists what they may use",
      position,
    }));
}
