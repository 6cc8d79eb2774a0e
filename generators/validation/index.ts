import { addMarker, addPackageMarker, remedy } from "../../engine/base/fix.js";
import { otherValidationMarkers, validationMarkers } from "../markers/known/validation.js";
import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import type { TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import { orderStrings, type Problem } from "../../engine/base/problem.js";
import { saysSomething } from "../../engine/run/ungenerated-packages.js";
import { closure } from "../../engine/util/closure.js";
import type { Activation } from "../rules/activation.js";
import { enforcedConstraints } from "../rules/crd/read-constraints.js";
import { CELRules, tooLarge, withoutSchema } from "../rules/crd/cel-rules.js";
import { planFile } from "./file.js";
import { calledTypes } from "../rules/has-rules.js";
import { linter } from "./lint/lint.js";
import type { Reader } from "../rules/context.js";
import type { TypeNode } from "../rules/node.js";
import { unusedCustomFunctions } from "../rules/tags/custom.js";
import { checkConstant } from "../rules/tags/enum.js";
import { mistakesInServerRules } from "../crd-schemas/judge/server-rules.js";
import { validationProblems } from "../problem-codes/validation.js";
import { isValidationMarker } from "../rules/read-markers.js";
import { type Discovered, discover, type Excluded } from "../rules/model.js";

/**
 * Generates `Validate_<T>` from types, from the markers of Kubernetes' declarative validation, and
 * from the constraint markers of controller-gen and openapi-gen.
 */
export const validation: Generator = {
  name: "validation",
  description: "declarative validation: Validate_<T>, RegisterValidations",
  outputs: { validation: "zz_generated.validation.ts" },
  after: ["schema"],
  needsNoMarker: true,
  markers: validationMarkers,
  problems: [validationProblems],
  otherMarkers: otherValidationMarkers,
  alsoReads: enforcedConstraints,
  options: {},
  templates: new URL("../../templates/validation/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { activations, run, hasRules, hasCEL, problems } = readModel(input);
  const { nodes } = run.discovery;
  const hasFunction = (id: TypeId): boolean => hasRules(id) || hasCEL(id);
  const planned = activations.map((activation) =>
    input.memo("file", [activation.pkg.id, activation.input.id], undefined, () => {
      const types = ownTypes(nodes, activation, hasFunction);
      const bare = types.find(
        ({ declaration: { package: id, name, exported } }) =>
          exported && input.emitted(id, names.schema(name)) === undefined,
      );
      return {
        file: planFile({ input, activation, types, nodes, hasRules, hasCEL }),
        missing: bare !== undefined && saysSomething(activation.pkg) ? [noSchema(bare.declaration)] : [],
      };
    }),
  );
  return {
    files: planned.flatMap(({ file }) => file ?? []),
    problems: [...problems, ...planned.flatMap(({ missing }) => missing), ...mistakesInServerRules(input)],
  };
}

/** Returns the error for a type whose rules cannot be enforced, because it has no schema. */
function noSchema({ name, package: pkg, position }: TypeDeclaration): Problem {
  const marker = "+k8s:schema-gen=true";
  return {
    ...validationProblems.is("validation/no-schema"),
    message: `the rules of ${name} are not enforced, because the type has no schema`,
    ...remedy(addPackageMarker(pkg, marker, `add ${marker} to ${pkg}/doc.ts, and enable the generator "schema"`)),
    position,
  };
}

interface Model extends Omit<Discovered, "problems"> {
  readonly problems: readonly Problem[];
  /** Reports whether a type has a schema with CEL rules, for its values or for nested values. */
  readonly hasCEL: (id: TypeId) => boolean;
}

function readModel(input: PlanInput): Model {
  const found = discover(input);
  const { activations, run, hasRules, needsEngine, problems } = found;
  const { universe } = input;
  const reader: Reader = { ...run.reader, report: (problem) => problems.push(problem) };
  for (const activation of activations) {
    unusedCustomFunctions(reader, activation.pkg.functions);
    for (const { markers } of activation.input.constants) checkConstant(reader, markers, isValidationMarker);
  }
  for (const lost of run.excluded.values()) if (hasRules(lost.type.id)) problems.push(notGenerated(lost));
  const rules = new CELRules(universe);
  const checked = checkTypes(input, found, rules);
  problems.push(...checked.flatMap((own) => own.problems));
  const ruled = new Set(checked.flatMap((own) => own.ruled));
  const hasSchema = ({ package: pkg, name }: TypeDeclaration): boolean =>
    input.selected.has("schema") && input.emitted(pkg, names.schema(name)) !== undefined;
  for (const { declaration } of run.discovery.nodes.values())
    if (ruled.has(declaration.id))
      needsEngine(`the evaluation of the CEL rules of ${declaration.name}`, declaration.position);
  for (const { roots } of activations) {
    const ruledRoots = roots.filter(({ id }) => ruled.has(id));
    const root = ruledRoots.find((type) => !hasSchema(type));
    if (root !== undefined) problems.push(withoutSchema(root));
    const large = ruledRoots.find((type) => rules.isTooLarge(type.id));
    if (large !== undefined) problems.push(tooLarge(large));
  }
  const hasCEL = (id: TypeId): boolean => {
    const type = ruled.has(id) ? run.discovery.nodes.get(id)?.declaration : undefined;
    return type !== undefined && hasSchema(type) && !rules.isTooLarge(id);
  };
  return { ...found, hasCEL, problems: [...run.problems, ...problems] };
}

interface TypeChecks {
  readonly problems: readonly Problem[];
  /** Types with CEL rules, for their values or for nested values. */
  readonly ruled: readonly TypeId[];
}

/** Checks the types whose rules the run has read, one package after the other. */
function checkTypes(input: PlanInput, { run }: Discovered, rules: CELRules): readonly TypeChecks[] {
  const { nodes } = run.discovery;
  const lint = linter(run.reader, nodes, run.external);
  return Object.values(input.universe.packages).flatMap(({ id: pkg, types }) => {
    const own = Object.values(types).flatMap(({ id }) => nodes.get(id) ?? []);
    const ids = own.map(({ declaration }) => declaration.id);
    if (ids.length === 0) return [];
    return input.memo("checks", pkg, ids, () => ({
      problems: own.flatMap((node) => [...lint(node), ...rules.unchecked(node.declaration)]),
      ruled: ids.filter((id) => rules.has(id)),
    }));
  });
}

/**
 * Returns the types of a package that have rules and that are root types or types to which root
 * types refer, sorted by name. Types to which only other packages refer are omitted, so that the
 * file does not depend on other packages.
 */
function ownTypes(
  nodes: ReadonlyMap<TypeId, TypeNode>,
  { roots, input }: Activation,
  hasRules: (id: TypeId) => boolean,
): readonly TypeNode[] {
  const nodesOf = (ids: readonly TypeId[]) => ids.flatMap((id) => nodes.get(id) ?? []);
  const reached = closure(nodesOf(roots.map(({ id }) => id)), (node) => nodesOf(calledTypes(node)));
  return [...reached]
    .filter(({ declaration: type }) => type.package === input.id && type.shape.kind !== "opaque" && hasRules(type.id))
    .sort((a, b) => orderStrings(a.declaration.name, b.declaration.name));
}

function notGenerated({ type, from, position }: Excluded): Problem {
  const marker = "+k8s:validation-gen=*";
  return {
    ...validationProblems.is("validation/not-generated"),
    message: `${from.name} refers to ${type.name}, whose rules are not generated, because ${type.package} has no ${marker}`,
    ...remedy(
      addPackageMarker(type.package, marker),
      addMarker(position, "+k8s:opaqueType", "to skip the validation of this property, add +k8s:opaqueType"),
    ),
    position,
  };
}
