import type { PlanInput } from "../../../engine/plan/generator.js";
import type { Field, TypeDeclaration, TypeId } from "../../../engine/model/universe.js";
import type { Rule } from "../../../runtime/schema/rule.js";
import { readAllRules } from "../../rules/model.js";
import type { TypeNode } from "../../rules/node.js";
import { dataOf } from "../../rules/rule.js";

/** Reads the validation rules of types and properties, as a server enforces them. */
export class RuleReader {
  readonly #nodes: ReadonlyMap<TypeId, TypeNode>;

  constructor(input: PlanInput) {
    this.#nodes = readAllRules(input).nodes;
  }

  /** Returns the rules of all values of a type. */
  ofType({ id }: TypeDeclaration): readonly Rule[] {
    const node = this.#nodes.get(id);
    return node === undefined ? [] : dataOf(node.validations.rules);
  }

  /** Returns the rules of a property, without the rules of its type. */
  ofField({ id }: TypeDeclaration, { name, from }: Field): readonly Rule[] {
    for (const owner of [id, from]) {
      const node = owner === undefined ? undefined : this.#nodes.get(owner);
      const found = node?.fields.find(({ field }) => field.name === name);
      if (node !== undefined && found !== undefined) return dataOf(found.validations.rules);
    }
    return [];
  }
}
