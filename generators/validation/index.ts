import { addMarker, addPackageMarker, remedy } from "../../engine/base/fix.js";
import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { exportedFunction, packageById, typeById } from "../../engine/model/lookup.js";
import type { Package, PackageId, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import { compareText, type Problem } from "../../engine/base/problem.js";
import { saysSomething } from "../../engine/run/ungenerated-packages.js";
import { activate, type Activation } from "../rules/activation.js";
import type { Reader } from "../rules/context.js";
import { enforcedConstraints } from "../rules/crd/read-constraints.js";
import { engineCheck, patternCheck } from "../rules/crd/pattern-check.js";
import { CELRules, withoutSchema } from "../rules/crd/cel-rules.js";
import { Discovery } from "../rules/discover.js";
import { planFile } from "./file.js";
import { calledTypes, findRules } from "../rules/has-rules.js";
import { lint } from "./lint/lint.js";
import type { TypeNode } from "../rules/node.js";
import { validationMarkers } from "../markers/validation.js";
import { isValidationMarker, readMarkers } from "../rules/read-markers.js";
import { createShared, type ListMetadata } from "../rules/shared.js";
import { unusedCustomFunctions } from "../rules/tags/custom.js";
import { checkConstant } from "../rules/tags/enum.js";

/** Generates `Validate_<T>` from the markers of Kubernetes' declarative validation. */
export const validation: Generator = {
  name: "validation",
  description: "declarative validation: Validate_<T>, RegisterValidations",
  outputs: { validation: "zz_generated.validation.ts" },
  after: ["schema"],
  needsNoMarker: true,
  markers: validationMarkers,
  alsoReads: enforcedConstraints,
  options: {},
  templates: new URL("../../templates/validation/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { activations, run, hasRules, hasCEL, problems } = readModel(input);
  const { nodes } = run.discovery;
  const hasFunction = (id: TypeId): boolean => hasRules(id) || hasCEL(id);
  const types = new Map(activations.map((activation) => [activation, ownTypes(nodes, activation, hasFunction)]));
  const missing: Problem[] = [];
  const files = activations.flatMap((activation) => {
    const own = [...(types.get(activation) ?? [])].flatMap((id) => nodes.get(id) ?? []);
    const bare = own.find(
      ({ declaration: { package: id, name, exported } }) =>
        exported && input.emitted(id, names.schema(name)) === undefined,
    );
    if (bare !== undefined && saysSomething(activation.pkg)) missing.push(noSchema(bare.declaration));
    return planFile({ input, activation, types: own, nodes, hasRules, hasCEL }) ?? [];
  });
  return { files, problems: [...problems, ...missing] };
}

/** Returns the error for a type whose rules cannot be enforced. */
function noSchema({ name, package: pkg, position }: TypeDeclaration): Problem {
  const marker = "+k8s:schema-gen=true";
  return {
    code: "validation/no-schema",
    severity: "error",
    message: `the rules of ${name} are not enforced, because the type has no schema`,
    ...remedy(addPackageMarker(pkg, marker, `put ${marker} into ${pkg}/doc.ts, and select the generator schema`)),
    position,
  };
}

/** The rules of all types of a project, as its markers describe them. */
export interface RuleModel {
  readonly nodes: ReadonlyMap<TypeId, TypeNode>;
  readonly hasRules: (id: TypeId) => boolean;
  readonly lists: ReadonlyMap<string, ListMetadata>;
  /** Reports whether rules also follow from the types of a package. */
  readonly infers: (pkg: PackageId) => boolean;
}

/** Returns the rules of the types for which functions are generated. */
export function readRules(input: PlanInput): RuleModel {
  const { run, hasRules } = discover(input);
  return { hasRules, ...modelOf(run) };
}

const all = new WeakMap<readonly Package[], Pick<RuleModel, "nodes" | "lists">>();

/**
 * Returns the rules of all types, also of those to which only other packages refer, so that the
 * result for a package does not depend on them. Mistakes in markers are reported by the plan, for
 * the types that have functions.
 */
export function readAllRules(input: PlanInput): Pick<RuleModel, "nodes" | "lists"> {
  const known = all.get(input.packages);
  if (known !== undefined) return known;
  const run = createRun(input, discover(input).activations, () => undefined, []);
  for (const pkg of input.packages)
    if (!activate(input.universe, pkg).isOff) for (const { id } of Object.values(pkg.types)) run.discovery.discover(id);
  const found = modelOf(run);
  all.set(input.packages, found);
  return found;
}

function modelOf({ reader, discovery }: Run): Omit<RuleModel, "hasRules"> {
  return { nodes: discovery.nodes, lists: reader.shared.lists, infers: reader.infers };
}

interface Discovered {
  readonly activations: readonly Activation[];
  readonly run: Run;
  readonly hasRules: (id: TypeId) => boolean;
  readonly needsEngine: ReturnType<typeof engineCheck>;
  /** The problems of the markers. */
  readonly problems: Problem[];
}

/** The types and rules of the last runs. Several generators read them. */
const discovered = new WeakMap<readonly Package[], Discovered>();

function discover(input: PlanInput): Discovered {
  const known = discovered.get(input.packages);
  if (known !== undefined) return known;
  const { universe } = input;
  const activations = input.packages.map((pkg) => activate(universe, pkg)).filter(({ active }) => active);
  const problems: Problem[] = activations.flatMap((activation) => activation.problems);
  const needsEngine = engineCheck(input, problems);
  const run = createRun(input, activations, needsEngine, problems);
  for (const { roots } of activations) for (const { id } of roots) run.discovery.discover(id);
  const hasRules = findRules(run.discovery.nodes, run.external);
  const found = { activations, run, hasRules, needsEngine, problems };
  discovered.set(input.packages, found);
  return found;
}

interface Model extends Omit<Discovered, "problems"> {
  readonly problems: readonly Problem[];
  /** Reports whether a type has a schema with CEL rules, of its values or of their parts. */
  readonly hasCEL: (id: TypeId) => boolean;
}

function readModel(input: PlanInput): Model {
  const found = discover(input);
  const { activations, run, hasRules, needsEngine, problems } = found;
  const { universe } = input;
  for (const activation of activations) {
    unusedCustomFunctions(run.reader, activation.pkg.functions);
    for (const { markers } of activation.input.constants) checkConstant(run.reader, markers, isValidationMarker);
  }
  for (const lost of run.excluded.values()) if (hasRules(lost.type.id)) problems.push(notGenerated(lost));
  problems.push(...lint(run.reader, run.discovery.nodes, run.external));
  const rules = new CELRules(universe);
  const hasSchema = ({ package: pkg, name }: TypeDeclaration): boolean =>
    input.selected.has("schema") && input.emitted(pkg, names.schema(name)) !== undefined;
  for (const { declaration } of run.discovery.nodes.values()) {
    problems.push(...rules.unchecked(declaration));
    if (rules.has(declaration.id))
      needsEngine(`the evaluation of the CEL rules of ${declaration.name}`, declaration.position);
  }
  for (const { roots } of activations) {
    const root = roots.find((type) => rules.has(type.id) && !hasSchema(type));
    if (root !== undefined) problems.push(withoutSchema(root));
  }
  const hasCEL = (id: TypeId): boolean => {
    const type = rules.has(id) ? run.discovery.nodes.get(id)?.declaration : undefined;
    return type !== undefined && hasSchema(type);
  };
  return { ...found, hasCEL, problems: withoutRepeated(problems) };
}

/**
 * Returns the types of a package that have rules and to which the package's root types refer,
 * sorted by name. If only other packages refer to a type, it is not included. The file therefore
 * does not depend on other packages.
 */
function ownTypes(
  nodes: ReadonlyMap<TypeId, TypeNode>,
  { roots, input }: Activation,
  hasRules: (id: TypeId) => boolean,
): ReadonlySet<TypeId> {
  const reached = new Set<TypeId>();
  const waiting = roots.map(({ id }) => id);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = nodes.get(id);
    if (node === undefined || reached.has(id)) continue;
    reached.add(id);
    waiting.push(...calledTypes(node));
  }
  const own = [...reached].flatMap((id) => nodes.get(id)?.declaration ?? []);
  return new Set(
    own
      .filter((type) => type.package === input.id && type.shape.kind !== "opaque" && hasRules(type.id))
      .sort((a, b) => compareText(a.name, b.name))
      .map(({ id }) => id),
  );
}

/** A type whose rules have no effect, because no functions are generated for its package. */
interface Excluded {
  readonly type: TypeDeclaration;
  readonly from: TypeDeclaration;
  readonly position: Problem["position"];
}

interface Run {
  readonly reader: Reader;
  readonly discovery: Discovery;
  /** Types whose functions are imported from another npm package. */
  readonly external: Set<TypeId>;
  readonly excluded: Map<TypeId, Excluded>;
}

function createRun(
  input: PlanInput,
  activations: readonly Activation[],
  needsEngine: ReturnType<typeof engineCheck>,
  problems: Problem[],
): Run {
  const { universe } = input;
  const outputs = canonicalOutputs(activations);
  const folders = new Map(input.packages.map((pkg) => [pkg.id, activate(universe, pkg)]));
  const external = new Set<TypeId>();
  const excluded = new Map<TypeId, Excluded>();
  const reader: Reader = {
    universe,
    shared: createShared(),
    read: (context, markers) => readMarkers(reader, context, markers),
    outputOf: (pkg) => outputs.get(pkg)?.pkg.id,
    isKnown: isValidationMarker,
    acceptsPattern: patternCheck(input, needsEngine, problems),
    infers: (pkg) => folders.get(pkg)?.infers === true,
    report: (problem) => problems.push(problem),
    problemCount: () => problems.length,
  };
  const discovery = new Discovery(reader, (id, from, field) => {
    const type = typeById(universe, id);
    const pkg = type === undefined ? undefined : packageById(universe, type.package);
    if (type === undefined || pkg === undefined) return false;
    if (pkg.kind === "module") {
      if (exportedFunction(pkg, names.validate(type.name)) === undefined) return false;
      external.add(id);
      return true;
    }
    if (outputs.has(pkg.id)) return true;
    const folder = folders.get(pkg.id);
    // If no functions are generated for a folder, each package that uses its types validates them
    // with private functions.
    if (reader.infers(from.package)) return folder?.isOff !== true;
    const isOpaque = field?.markers.some(({ name }) => name === "k8s:opaqueType") === true;
    if (!isOpaque && !excluded.has(id)) excluded.set(id, { type, from, position: field?.position ?? from.position });
    return true;
  });
  return { reader, discovery, external, excluded };
}

/** Returns, for each package of types, the activation whose functions other packages call. */
function canonicalOutputs(activations: readonly Activation[]): ReadonlyMap<PackageId, Activation> {
  const outputs = new Map<PackageId, Activation>();
  for (const activation of activations) {
    const before = outputs.get(activation.input.id);
    if (before === undefined || (activation.registers && !before.registers))
      outputs.set(activation.input.id, activation);
  }
  return outputs;
}

function notGenerated({ type, from, position }: Excluded): Problem {
  const marker = "+k8s:validation-gen=*";
  return {
    code: "validation/not-generated",
    severity: "error",
    message: `the rules of ${type.name} are not generated, because ${type.package} has no ${marker}; ${from.name} refers to it`,
    ...remedy(
      addPackageMarker(type.package, marker),
      addMarker(position, "+k8s:opaqueType", "to leave the type without validation there, add +k8s:opaqueType"),
    ),
    position,
  };
}

/** Removes duplicate problems. They occur if several rules read the same marker. */
function withoutRepeated(problems: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ code, message, position }: Problem): string =>
    `${code} ${position.file}:${String(position.line)}:${String(position.column)} ${message}`;
  return [...new Map(problems.map((problem) => [keyOf(problem), problem])).values()];
}
