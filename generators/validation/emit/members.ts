import type { Universe } from "../../../engine/model/universe.js";
import type { Printable } from "../../../engine/print/symbol.js";
import { propertyAccess } from "../../../engine/render.js";
import { nativeKind, type Value } from "../native.js";
import type { ItemSelector } from "../rule.js";
import { setTest } from "./conditions.js";
import { call, type ValueScope } from "./scope.js";

/** Returns an expression that is true if a property of `obj` is set. */
export function memberTest(universe: Universe, name: string, of: Value): Printable {
  const access = `obj${propertyAccess(name)}`;
  const kind = nativeKind(universe, of.type);
  if (!of.pointer && of.optional && kind === "list") return `(${access}?.length ?? 0) > 0`;
  if (kind === "map") return ["!", call("isEmpty", access)];
  if (!of.pointer && kind !== "list" && kind !== "interface") return call("isNonZero", access);
  return setTest({ file: { universe } as ValueScope["file"], value: access, of }).passes;
}

/**
 * Returns a function that prints one term of a selector: the comparison of an item's property with
 * a value.
 */
export function selectorTest(item: string): (term: ItemSelector) => string {
  return ({ name, value }) => `${item}${propertyAccess(name)} === ${JSON.stringify(value)}`;
}
