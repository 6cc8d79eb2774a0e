import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { diskFileSystem, type FileSystem } from "../../engine/base/file-system.js";
import { findPackages } from "../../engine/load/discover/find-packages.js";
import { load } from "../../engine/load/load.js";
import type { FunctionDeclaration, Package, Universe } from "../../engine/model/universe.js";
import { generators } from "../../generators/index.js";

/**
 * Folder with API types of other projects. It is undefined if the environment variable CORPORA is
 * not set; tests that need the folder are then skipped.
 */
export const corpora = process.env["CORPORA"];

/**
 * Functions that Go's generators write for a package, and the hand-written functions that the
 * generated functions call.
 */
export interface Expected {
  readonly register: { readonly groupName: string; readonly version: string; readonly kinds: readonly string[] };
  readonly deepcopy: { readonly types: readonly string[] };
  readonly defaults?: {
    readonly handWritten: readonly { readonly name: string; readonly calledByGenerated: boolean }[];
    readonly registered: readonly string[];
    readonly objects: readonly ExpectedObject[];
  };
}

export interface ExpectedObject {
  readonly name: string;
  readonly steps: readonly ExpectedStep[];
}

export interface ExpectedStep {
  readonly path: string;
  readonly call?: string;
  readonly set?: string;
  readonly ref?: string;
}

export function expectedOf(id: string): Expected {
  return JSON.parse(readFileSync(join(corpora ?? "", id, "expected.json"), "utf8")) as Expected;
}

/** Loads all API groups of Kubernetes. */
export function loadKubernetes(): Universe {
  return loadFolders(corpora ?? "", ["kubernetes"]);
}

/** Loads API types, with the runtime of this repository as the installed runtime. */
export function loadFolders(root: string, folders: readonly string[]): Universe {
  const fileSystem = withRuntime(diskFileSystem(root), diskFileSystem(join(import.meta.dirname, "../../runtime")));
  const { packages } = findPackages(root, folders, fileSystem);
  const definitions = generators.flatMap(({ markers, otherMarkers = [] }) => [...markers, ...otherMarkers]);
  return load({ root, targets: packages, definitions, fileSystem }).universe;
}

function withRuntime(disk: FileSystem, runtime: FileSystem): FileSystem {
  const installed = "node_modules/@apimachinery/runtime/";
  return {
    read: (path) => (path.startsWith(installed) ? runtime.read(path.slice(installed.length)) : disk.read(path)),
    list: (path) => (path.startsWith(installed) ? runtime.list(path.slice(installed.length)) : disk.list(path)),
  };
}

export function planOf(
  generator: Generator,
  universe: Universe,
  emitted: PlanInput["emitted"] = () => undefined,
  others: readonly string[] = [],
): Plan {
  return generator.plan(planInput(generator, universe, emitted, others));
}

/** Returns the input of a plan for all folders of a universe, without options. */
export function planInput(
  generator: Generator,
  universe: Universe,
  emitted: PlanInput["emitted"] = () => undefined,
  others: readonly string[] = [],
): PlanInput {
  return {
    universe,
    packages: Object.values(universe.packages).filter(({ kind }) => kind === "folder"),
    selected: new Set([generator.name, ...others]),
    emitted,
    path: (id, output) => `${id}/${generator.outputs[output] ?? ""}`,
    installed: () => true,
    add: (packages) => `npm i ${packages.join(" ")}`,
    isWhole: true,
    load: () => undefined,
    pages: () => "generated",
    readFile: () => undefined,
    memo: (_name, _packages, _deps, make) => make(),
    options: {},
  };
}

/**
 * Returns the universe with additional functions `SetDefaults_`, which exist in Go but not in the
 * packages of the universe.
 */
export function withFunctions(universe: Universe, namesOf: (home: Package) => readonly string[]): Universe {
  const packages = Object.values(universe.packages).map((home): [string, Package] => [
    home.id,
    { ...home, functions: [...home.functions, ...namesOf(home).flatMap((name) => declare(home, name) ?? [])] },
  ]);
  return { packages: Object.fromEntries(packages) };
}

function declare(home: Package, name: string): FunctionDeclaration | undefined {
  const type = home.types[name.replace(/^Set(Object)?Defaults_/, "")];
  if (type === undefined) return undefined;
  return {
    name,
    package: home.id,
    file: `${home.id}/defaults.ts`,
    position: { file: `${home.id}/defaults.ts`, line: 1, column: 1 },
    exported: true,
    form: "declaration",
    markers: [],
    parameters: [{ name: "obj", type: { kind: "ref", to: type.id }, text: type.name }],
    returnText: "void",
    mentions: [],
    uses: [],
  };
}
