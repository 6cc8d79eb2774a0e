import type { PlanInput } from "../../../engine/plan/generator.js";
import type { Field, TypeDeclaration, TypeId } from "../../../engine/model/universe.js";
import { typeById } from "../../../engine/model/lookup.js";
import { readEveryRule } from "../../rules/model.js";
import type { TypeNode } from "../../rules/node.js";
import { ruleData } from "../../type-schemas/rules.js";
import type { Marker } from "../../../engine/markers/marker.js";
import { outermostMarker } from "../../rules/context.js";
import { dataOf } from "../../rules/rule.js";
import type { CausedRule } from "./causes.js";

/** Reads the validation rules of types and properties, as a server enforces them. */
export class RuleReader {
  readonly #input: PlanInput;
  readonly #nodes: ReadonlyMap<TypeId, TypeNode>;

  constructor(input: PlanInput) {
    this.#input = input;
    this.#nodes = readEveryRule(input).nodes;
  }

  /** Returns the rules of all values of a type. Markers of its properties can declare them too. */
  ofType({ id, name, markers, shape }: TypeDeclaration): readonly CausedRule[] {
    const fields = shape.kind === "object" ? shape.fields : [];
    return withRuleData(this.#nodes.get(id), markers, (marker) => {
      const field = fields.find((one) => one.markers.includes(marker));
      return field === undefined ? name : `${name}.${field.name}`;
    });
  }

  /** Returns the rules of a property, without the rules of its type. */
  ofField(of: TypeDeclaration, { name, from, markers }: Field): readonly CausedRule[] {
    const declaring = from === undefined ? undefined : typeById(this.#input.universe, from);
    const nodes = [of, declaring].map((owner) => owner && this.#nodes.get(owner.id));
    const found = nodes.flatMap((node) => node?.fields.find(({ field }) => field.name === name) ?? []);
    return withRuleData(found[0], markers, () => `${(declaring ?? of).name}.${name}`);
  }
}

/** @param labelOf returns the name for messages of the type or property with a marker */
function withRuleData(
  node: Pick<TypeNode, "validations"> | undefined,
  markers: readonly Marker[],
  labelOf: (marker: Marker) => string,
): readonly CausedRule[] {
  const stated = (node?.validations.rules ?? []).flatMap((one): readonly CausedRule[] => {
    const marker = one.marker && outermostMarker(one.marker);
    const cause = marker && { label: labelOf(marker), marker };
    return dataOf([one]).map((rule) => ({ rule, cause }));
  });
  const data = ruleData(
    markers,
    stated.map(({ rule }) => rule),
  );
  return [...stated, ...data.map((rule) => ({ rule }))];
}
