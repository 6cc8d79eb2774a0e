import type { Field, Type } from "../../../engine/model/universe.js";
import type { Printable, SymbolRef } from "../../../engine/base/symbol.js";
import { propertyAccess } from "../../../engine/print/render.js";
import type { Direction } from "../../pairs/directions.js";
import { fieldsByName } from "../../pairs/links.js";
import type { OmittedField, ManualField } from "../plan/fields.js";
import { convertValue, type ValueScope } from "../../pairs/value.js";
import type { Types } from "../../pairs/types.js";
import { likelyPeers, renameMarker } from "./renamings.js";
import { todo, type Given, type Task } from "./stub.js";

/**
 * Returns the task of the function that the developer must write: it calls the generated function
 * and converts the omitted fields. If a rename is proposed for an input field, the function sets
 * the proposed output field from it. The other input fields without a peer are listed as lost.
 */
export function takeOver(
  scope: ValueScope,
  direction: Direction,
  losses: readonly OmittedField[],
  manual: readonly ManualField[],
): Task {
  const { to } = direction;
  const outputs = to.shape.kind === "object" ? fieldsByName(to.shape) : new Map<string, Field>();
  const given = new Map<string, Given>(manual.map(({ name }) => [name, { name, value: todo(name) }]));
  const renamed = new Set<string>();
  const lost: string[] = [];
  for (const loss of losses) {
    const { field } = loss;
    if (loss.kind !== "no-peer") {
      const { name } = loss.peer;
      if (given.has(name)) given.set(name, { name, value: unfinished(scope.context.types, field, loss.peer) });
      continue;
    }
    const [name = ""] = likelyPeers(scope, direction, field);
    const peer = outputs.get(name);
    if (peer === undefined || !given.has(name) || renamed.has(name)) lost.push(field.name);
    else {
      renamed.add(name);
      const note = `with ${renameMarker(name)} on ${field.name}, remove this line`;
      given.set(name, { name, value: converted(scope, field, peer), note });
    }
  }
  return { kind: "complete", autoConvert: direction.autoConvert, given: [...given.values()], lost };
}

/**
 * Returns an expression that converts a field. If no conversion is generated, the developer must
 * complete the expression.
 */
function converted(scope: ValueScope, field: Field, peer: Field): Printable {
  const source = sourceOf(field);
  const found = convertValue(scope, field.type, peer.type, source, "");
  const isSet = !field.optional || peer.optional;
  if (found.kind === "value" && found.value.kind === "same" && isSet) return source;
  if (found.kind === "value" && found.value.kind === "call" && !field.optional)
    return [found.value.function, `(${source}, scope)`];
  return unfinished(scope.context.types, field, peer);
}

/**
 * Returns a call of an undeclared function that the developer must write. If both fields are lists
 * or maps, the function converts one item or map value.
 */
function unfinished(types: Types, field: Field, peer: Field): Printable {
  const { name } = peer;
  const source = sourceOf(field);
  const [a, b] = [types.unwrap(field.type), types.unwrap(peer.type)];
  if (!field.optional || a.kind !== b.kind || (a.kind !== "map" && a.kind !== "list"))
    return valueToWrite(types, name, field.type, peer.type, source);
  if (!peer.optional)
    return valueToWrite(types, name, a, b, a.kind === "map" ? `${source} ?? {}` : `(${source} ?? [])`);
  return [`${source} && `, valueToWrite(types, name, a, b, source)];
}

const mapValues: SymbolRef = { symbol: "mapValues", from: "@apimachinery/runtime", module: true };

/** @param outer the lists and maps around the value, because an alias can contain itself */
function valueToWrite(
  types: Types,
  name: string,
  from: Type,
  to: Type,
  source: string,
  outer: readonly Type[] = [],
): Printable {
  const [a, b] = [types.unwrap(from), types.unwrap(to)];
  if (outer.includes(a)) return `${todo(name)}(${source})`;
  const inner = (x: Type, y: Type, variable: string) => valueToWrite(types, name, x, y, variable, [...outer, a]);
  if (a.kind === "map" && b.kind === "map")
    return [mapValues, `(${source}, (value) => `, inner(a.value, b.value, "value"), ")"];
  if (a.kind === "list" && b.kind === "list")
    return [`${source}.map((item) => `, inner(a.element, b.element, "item"), ")"];
  return `${todo(name)}(${source})`;
}

function sourceOf({ name }: Field): string {
  return `input${propertyAccess(name)}`;
}
