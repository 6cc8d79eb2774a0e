import type { PlanInput } from "../../engine/plan/generator.js";
import { exportedFunction, packageById, typeById } from "../../engine/model/lookup.js";
import type { Package, PackageId, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import type { Problem } from "../../engine/base/problem.js";
import { activate, type Activation } from "./activation.js";
import type { Reader } from "./context.js";
import { engineCheck, patternCheck } from "./crd/pattern-check.js";
import { patternsOf } from "./crd/patterns.js";
import { Discovery, type DiscoveryTarget, type Reading, type Readings } from "./discover.js";
import { findRules } from "./has-rules.js";
import type { TypeNode } from "./node.js";
import { readRuleMarkers } from "./read-markers.js";
import { createShared, getOrCreate, type ListMetadata } from "./shared.js";

/** Validation rules of types, as declared by markers and implied by types. */
export interface RuleModel {
  readonly nodes: ReadonlyMap<TypeId, TypeNode>;
  readonly hasRules: (id: TypeId) => boolean;
  readonly lists: ReadonlyMap<string, ListMetadata>;
  /** Reports whether the types of a package also imply rules. */
  readonly infers: (pkg: PackageId) => boolean;
}

/** Returns the rules of the types for which functions are generated. */
export function readRules(input: PlanInput): RuleModel {
  const { run, hasRules } = discover(input);
  return { hasRules, ...modelOf(run) };
}

/** Validation rules of all types, and the problems of their markers. */
type AllRules = Pick<RuleModel, "nodes" | "lists"> & { readonly problems: readonly Problem[] };

const validated = new WeakMap<readonly Package[], AllRules>();
const all = new WeakMap<readonly Package[], AllRules>();

/**
 * Returns the rules of all types that a server validates, including types to which only other
 * packages refer. Without these, the result for a package would depend on other packages. The
 * problems of types that have functions are also reported by the plan.
 */
export function readAllRules(input: PlanInput): AllRules {
  const known = validated.get(input.packages);
  if (known !== undefined) return known;
  const { run, readings } = discover(input);
  const found = readRulesOf(input, ({ id }) => run.folders.get(id)?.isOff === false, readings);
  validated.set(input.packages, found);
  return found;
}

/** Returns the rules of all types, including those in packages whose validation is disabled. */
export function readEveryRule(input: PlanInput): AllRules {
  const known = all.get(input.packages);
  if (known !== undefined) return known;
  const isComplete = [...discover(input).run.folders.values()].every(({ isOff }) => !isOff);
  const found = isComplete ? readAllRules(input) : readRulesOf(input, () => true);
  all.set(input.packages, found);
  return found;
}

/** @param readings readings that were made with the same `isRead` */
function readRulesOf(input: PlanInput, isRead: (pkg: Package) => boolean, readings?: Readings): AllRules {
  const run = createRun(input, discover(input).run.folders, () => undefined, { isRead, readings });
  for (const pkg of input.packages)
    if (isRead(pkg)) for (const { id } of Object.values(pkg.types)) run.discovery.discover(id);
  return { ...modelOf(run), problems: run.problems };
}

function modelOf({ reader, discovery }: Run): Omit<RuleModel, "hasRules"> {
  return { nodes: discovery.nodes, lists: reader.shared.lists, infers: reader.infers };
}

/**
 * Validation rules of a run, with the data that the generator `validation` needs for its problems.
 */
export interface Discovered {
  readonly activations: readonly Activation[];
  readonly run: Run;
  readonly hasRules: (id: TypeId) => boolean;
  readonly needsEngine: ReturnType<typeof engineCheck>;
  readonly readings: Readings;
  /** Problems of the packages. The problems of the markers are in `run`. */
  readonly problems: Problem[];
}

/** Types and rules by run, because several generators need them. */
const discovered = new WeakMap<readonly Package[], Discovered>();

/**
 * Reads the validation rules of the types for which functions are generated. The result is computed
 * once for each run.
 */
export function discover(input: PlanInput): Discovered {
  const known = discovered.get(input.packages);
  if (known !== undefined) return known;
  const { universe } = input;
  const folders = new Map(
    input.packages.map((pkg) => [pkg.id, input.memo("activation", pkg.id, undefined, () => activate(universe, pkg))]),
  );
  const activations = activeOf(folders);
  const problems: Problem[] = activations.flatMap((activation) => activation.problems);
  const needsEngine = engineCheck(input, problems);
  const readings = openReadings(input);
  const run = createRun(input, folders, needsEngine, { readings });
  for (const { roots } of activations) for (const { id } of roots) run.discovery.discover(id);
  const hasRules = findRules(run.discovery.nodes, run.external);
  const found = { activations, run, hasRules, needsEngine, readings, problems };
  discovered.set(input.packages, found);
  return found;
}

/**
 * A type whose rules have no effect because no functions are generated for its package. `from` is
 * the type that refers to it.
 */
export interface Excluded {
  readonly type: TypeDeclaration;
  readonly from: TypeDeclaration;
  readonly position: Problem["position"];
}

interface Run {
  readonly reader: Reader;
  /** Problems that the reader has reported. */
  readonly problems: Problem[];
  readonly folders: ReadonlyMap<PackageId, Activation>;
  readonly discovery: Discovery;
  /** Types whose functions are imported from another npm package. */
  readonly external: Set<TypeId>;
  readonly excluded: Map<TypeId, Excluded>;
}

/**
 * Returns the readings of this run and of earlier runs. A reading depends only on the packages that
 * its package can reach, and on whether regular expressions are checked.
 */
function openReadings(input: PlanInput): Readings {
  const opened = new Map<PackageId, Map<TypeId, Reading>>();
  return (pkg) =>
    getOrCreate(opened, pkg, () => input.memo("readings", pkg, undefined, () => new Map<TypeId, Reading>()));
}

/**
 * Creates a run that reads types. If a type that implies rules refers to a type of a folder without
 * generated functions, the run reads this type only if `isRead` returns true for the folder.
 */
function createRun(
  input: PlanInput,
  folders: ReadonlyMap<PackageId, Activation>,
  needsEngine: ReturnType<typeof engineCheck>,
  {
    isRead = ({ id }) => folders.get(id)?.isOff !== true,
    readings = () => new Map(),
  }: { readonly isRead?: (pkg: Package) => boolean; readonly readings?: Readings | undefined },
): Run {
  const { universe } = input;
  const outputs = canonicalOutputs(activeOf(folders));
  const problems: Problem[] = [];
  const external = new Set<TypeId>();
  const excluded = new Map<TypeId, Excluded>();
  const report = (problem: Problem): void => {
    discovery.effect({ kind: "problem", problem });
  };
  const reader: Reader = {
    universe,
    shared: createShared(),
    read: (context, markers) => readRuleMarkers(reader, context, markers),
    outputOf: (pkg) => outputs.get(pkg)?.pkg.id,
    acceptsPattern: patternCheck(
      input,
      ({ position }) => {
        discovery.effect({ kind: "pattern", position });
      },
      report,
    ),
    infers: (pkg) => folders.get(pkg)?.infers === true,
    isOff: (pkg) => folders.get(pkg)?.isOff === true,
    report,
    calls: (name) => {
      discovery.effect({ kind: "function", name });
    },
    problemCount: () => problems.length,
  };
  const isIncluded: DiscoveryTarget["isIncluded"] = (id, from, field) => {
    const type = typeById(universe, id);
    const pkg = type === undefined ? undefined : packageById(universe, type.package);
    if (type === undefined || pkg === undefined) return false;
    if (pkg.kind === "module") {
      if (exportedFunction(pkg, names.validate(type.name)) === undefined) return false;
      external.add(id);
      return true;
    }
    if (outputs.has(pkg.id)) return true;
    // If a folder has no generated functions, each package that uses its types validates them with
    // private functions.
    if (reader.infers(from.package)) return isRead(pkg);
    const isOpaque = field?.markers.some(({ name }) => name === "k8s:opaqueType") === true;
    if (!isOpaque && !excluded.has(id)) excluded.set(id, { type, from, position: field?.position ?? from.position });
    return true;
  };
  const apply: DiscoveryTarget["apply"] = (effect) => {
    if (effect.kind === "problem") problems.push(effect.problem);
    else if (effect.kind === "pattern") needsEngine("the pattern", effect.position);
    else reader.shared.customFunctions.add(effect.name);
  };
  const discovery = new Discovery(reader, {
    isIncluded,
    apply,
    readings,
    checksPatterns: () => patternsOf(input) !== undefined,
  });
  return { reader, problems, folders, discovery, external, excluded };
}

function activeOf(folders: ReadonlyMap<PackageId, Activation>): readonly Activation[] {
  return [...folders.values()].filter(({ active }) => active);
}

/** Returns the activation whose functions other packages call, for each package of types. */
function canonicalOutputs(activations: readonly Activation[]): ReadonlyMap<PackageId, Activation> {
  const outputs = new Map<PackageId, Activation>();
  for (const activation of activations) {
    const before = outputs.get(activation.input.id);
    if (before === undefined || (activation.registers && !before.registers))
      outputs.set(activation.input.id, activation);
  }
  return outputs;
}
