import type { PlanInput } from "../../engine/generator.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Package, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
import type { Rule } from "../../runtime/rules/rule.js";
import { hasDefault } from "../defaults/read-default.js";
import { CELRules } from "../validation/crd/cel-rules.js";
import { readRules } from "../validation/index.js";
import { SchemaRules } from "../validation/schema-rules.js";

/** The rules that the fuzzers of one package keep. */
export interface PackageRules {
  /** Returns the schema that has the rules of a type; undefined for a type without rules. */
  readonly schemaOf: (type: TypeDeclaration) => SymbolRef | undefined;
  /** Reports whether a type or its parts have CEL rules. */
  readonly hasCEL: (type: TypeDeclaration) => boolean;
  /** Returns the own rules of a type. */
  readonly ofType: (id: TypeId) => readonly Rule[];
  /** Returns the own rules of a property, by its name. */
  readonly ofField: (id: TypeId, name: string) => readonly Rule[];
  /** True if defaults are set before objects are validated. */
  readonly setsDefaults: boolean;
}

/** Reports whether validation enforces the rules of a type. */
export function isValidated(input: PlanInput, id: TypeId): boolean {
  const type = typeById(input.universe, id);
  return type !== undefined && input.emitted(type.package, names.validate(type.name)) !== undefined;
}

/**
 * Reads the rules of the types of a package.
 * @param types types of the package that have fuzzers
 */
export function rulesOfPackage(input: PlanInput, pkg: Package, types: readonly TypeDeclaration[]): PackageRules {
  const validated = types.filter(({ id }) => isValidated(input, id));
  const rules = new SchemaRules(input).of(validated);
  const { hasRules } = validated.length === 0 ? { hasRules: () => false } : readRules(input);
  const cel = new CELRules(input.universe);
  const hasCEL = (type: TypeDeclaration): boolean => validated.includes(type) && cel.has(type.id);
  return {
    hasCEL,
    schemaOf: (type) =>
      validated.includes(type) && (hasRules(type.id) || hasCEL(type))
        ? input.emitted(pkg.id, names.schema(type.name))
        : undefined,
    ofType: (id) => rules[id]?.type.rules ?? [],
    ofField: (id, name) => rules[id]?.fields[name]?.rules ?? [],
    setsDefaults:
      types.some(({ name }) => input.emitted(pkg.id, names.setObjectDefaults(name)) !== undefined) &&
      types.some(({ shape }) => shape.kind === "object" && shape.fields.some(({ markers }) => hasDefault(markers))),
  };
}
