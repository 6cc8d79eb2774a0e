import type { PlanInput } from "../../engine/generator.js";
import type { PackageId, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import type { Printable } from "../../engine/print/symbol.js";
import { typeById } from "../../engine/model/lookup.js";
import { readRules } from "../validation/index.js";
import type { FieldNode, TypeNode } from "../validation/node.js";
import { printData, type Lazy } from "./rule-data.js";
import { rulesOfField, rulesOfType, type RuleRecord, type RuleScope } from "./rules.js";

/** A constant with the rules of a type. */
export interface RuleConstant {
  readonly name: string;
  readonly typeName: string;
  readonly value: Printable;
  readonly isExported: boolean;
}

/** The rules that the fuzzers of one package keep. */
export interface PackageRules {
  /** Returns the rules of a type that has a constant; undefined for other types. */
  readonly ofType: (id: TypeId) => readonly RuleRecord[] | undefined;
  /** Returns the rules of a property of such a type, by its name. */
  readonly ofField: (id: TypeId, name: string) => readonly RuleRecord[];
  /**
   * Returns all constants of the file: those of the package's types, and those to which they refer.
   */
  readonly constants: () => readonly RuleConstant[];
}

/** Reports whether the fuzzers of a package export the rules of a type. */
export function exportsRules(input: PlanInput, id: TypeId): boolean {
  const type = typeById(input.universe, id);
  return type !== undefined && input.emitted(type.package, names.validate(type.name)) !== undefined;
}

/**
 * Reads the rules of the types of a package.
 * @param own types of the package that have fuzzers
 * @param isFuzzed reports whether a package has a file of fuzzers
 */
export function rulesOfPackage(
  input: PlanInput,
  own: readonly TypeId[],
  isFuzzed: (id: PackageId) => boolean,
): PackageRules {
  const exported = new Set(own.filter((id) => exportsRules(input, id)));
  if (exported.size === 0) return { ofType: () => undefined, ofField: () => [], constants: () => [] };
  const model = readRules(input);
  const local = new Map<TypeId, string>();
  const taken = new Set<string>();
  const nameOf = (id: TypeId): string => {
    const known = local.get(id);
    if (known !== undefined) return known;
    const name = names.rules(id.slice(id.lastIndexOf("#") + 1));
    let free = name;
    for (let count = 2; taken.has(free); count++) free = `${name}_${String(count)}`;
    taken.add(free);
    local.set(id, free);
    return free;
  };
  exported.forEach(nameOf);
  const constantOf = (id: TypeId): Lazy | undefined => {
    const node = model.nodes.get(id);
    if (node === undefined) return undefined;
    const { name, package: pkg } = node.declaration;
    const isForeign = !local.has(id) && isFuzzed(pkg) && exportsRules(input, id) && node.declaration.exported;
    return { lazy: isForeign ? { symbol: names.rules(name), from: input.path(pkg, "fuzz") } : nameOf(id) };
  };
  const setsDefaults = own.some((id) => {
    const type = typeById(input.universe, id);
    return type !== undefined && input.emitted(type.package, names.setObjectDefaults(type.name)) !== undefined;
  });
  const scope: RuleScope = { universe: input.universe, model, setsDefaults, constantOf };
  const fieldOf = (node: TypeNode | undefined, name: string): FieldNode | undefined =>
    node?.fields.find(({ field }) => field.name === name);
  return {
    ofType: (id) => (exported.has(id) ? nodeRules(scope, id) : undefined),
    ofField(id, name) {
      const node = exported.has(id) ? model.nodes.get(id) : undefined;
      const field = fieldOf(node, name);
      return node === undefined || field === undefined ? [] : rulesOfField(scope, node, field);
    },
    constants() {
      const constants: RuleConstant[] = [];
      // Printing the rules of one type can add the names of others.
      for (const [id, name] of local)
        constants.push({
          name,
          typeName: id.slice(id.lastIndexOf("#") + 1),
          value: printData(nodeRules(scope, id)),
          isExported: exported.has(id),
        });
      return constants;
    },
  };
}

function nodeRules(scope: RuleScope, id: TypeId): readonly RuleRecord[] {
  const node = scope.model.nodes.get(id);
  return node === undefined ? [] : rulesOfType(scope, node);
}
