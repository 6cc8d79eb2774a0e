import type { PlanInput } from "../../engine/plan/generator.js";
import { typeById } from "../../engine/model/lookup.js";
import type { TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { hasDefault } from "../markers/defaults.js";
import { CELRules } from "../rules/crd/cel-rules.js";
import { readRules } from "../rules/model.js";
import { validationsIn } from "../rules/node.js";

/** Facts about the validation of a package's types that its fuzzers need. */
export interface ValidatedTypes {
  /** True if at least one of the types has a validation function. */
  readonly isValidated: boolean;
  /**
   * True if defaults are set before objects are validated, because the package has defaulting
   * functions and properties with defaults.
   */
  readonly setsDefaults: boolean;
  /** Types with rules that only their validation functions can evaluate, with these functions. */
  readonly validators: readonly { readonly schema: SymbolRef; readonly fn: SymbolRef }[];
}

/** Returns the function that validates a type; undefined if none is generated. */
function validatorOf(input: PlanInput, { package: pkg, name }: TypeDeclaration): SymbolRef | undefined {
  return input.emitted(pkg, names.validate(name));
}

/** Reports whether a validation function is generated for a type. */
export function isValidated(input: PlanInput, id: TypeId): boolean {
  const type = typeById(input.universe, id);
  return type !== undefined && validatorOf(input, type) !== undefined;
}

/**
 * Returns the facts about the validation of a package's types.
 * @param types types of a package that have fuzzers
 */
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
