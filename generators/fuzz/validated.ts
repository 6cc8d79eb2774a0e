import type { PlanInput } from "../../engine/plan/generator.js";
import { typeById } from "../../engine/model/lookup.js";
import type { TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { hasDefault } from "../markers/defaults.js";
import { CELRules } from "../rules/crd/cel-rules.js";
import { readRules } from "../rules/model.js";
import { validationsIn } from "../rules/node.js";

/** Facts about the rules of a package's types that its fuzzers need. */
export interface ValidatedTypes {
  /** True if validation checks one of the types. */
  readonly isValidated: boolean;
  /** True if defaults are set before objects are validated. */
  readonly setsDefaults: boolean;
  /**
   * The types with rules that only their validation functions can evaluate, and these functions.
   */
  readonly validators: readonly { readonly schema: SymbolRef; readonly fn: SymbolRef }[];
}

/** Returns the function that validates a type; undefined if validation does not check it. */
function validatorOf(input: PlanInput, { package: pkg, name }: TypeDeclaration): SymbolRef | undefined {
  return input.emitted(pkg, names.validate(name));
}

/** Reports whether validation enforces the rules of a type. */
export function isValidated(input: PlanInput, id: TypeId): boolean {
  const type = typeById(input.universe, id);
  return type !== undefined && validatorOf(input, type) !== undefined;
}

/** @param types types of a package that have fuzzers */
export function validatedTypes(input: PlanInput, types: readonly TypeDeclaration[]): ValidatedTypes {
  const validated = types.filter((type) => validatorOf(input, type) !== undefined);
  if (validated.length === 0) return { isValidated: false, setsDefaults: false, validators: [] };
  const { nodes } = readRules(input);
  const cel = new CELRules(input.universe);
  const validators = validated.flatMap((type) => {
    const [schema, fn] = [input.emitted(type.package, names.schema(type.name)), validatorOf(input, type)];
    const node = nodes.get(type.id);
    const needsFunction =
      (node !== undefined && validationsIn(node).some(({ functions }) => functions.length > 0)) || cel.has(type.id);
    return needsFunction && schema !== undefined && fn !== undefined ? [{ schema, fn }] : [];
  });
  const setsDefaults =
    types.some(({ name, package: pkg }) => input.emitted(pkg, names.setObjectDefaults(name)) !== undefined) &&
    types.some(({ shape }) => shape.kind === "object" && shape.fields.some(hasDefault));
  return { isValidated: true, setsDefaults, validators };
}
