import type { PlanInput } from "../../../engine/plan/generator.js";
import type { Field, TypeDeclaration, TypeId } from "../../../engine/model/universe.js";
import type { Rule } from "../../../runtime/schema/rule.js";
import { readEveryRule } from "../../rules/model.js";
import type { TypeNode } from "../../rules/node.js";
import { ruleData } from "../../type-schemas/rules.js";
import type { Marker } from "../../../engine/markers/marker.js";
import { dataOf } from "../../rules/rule.js";

/** Reads the validation rules of types and properties, as a server enforces them. */
export class RuleReader {
  readonly #nodes: ReadonlyMap<TypeId, TypeNode>;

  constructor(input: PlanInput) {
    this.#nodes = readEveryRule(input).nodes;
  }

  /** Returns the rules of all values of a type. */
  ofType({ id, markers }: TypeDeclaration): readonly Rule[] {
    return withRuleData(this.#nodes.get(id), markers);
  }

  /** Returns the rules of a property, without the rules of its type. */
  ofField({ id }: TypeDeclaration, { name, from, markers }: Field): readonly Rule[] {
    const nodes = [id, from].map((owner) => (owner === undefined ? undefined : this.#nodes.get(owner)));
    const found = nodes.flatMap((node) => node?.fields.find(({ field }) => field.name === name) ?? []);
    return withRuleData(found[0], markers);
  }
}

function withRuleData(node: Pick<TypeNode, "validations"> | undefined, markers: readonly Marker[]): readonly Rule[] {
  const stated = node === undefined ? [] : dataOf(node.validations.rules);
  return [...stated, ...ruleData(markers, stated)];
}
