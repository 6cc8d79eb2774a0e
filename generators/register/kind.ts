import type { PlanInput } from "../../engine/generator.js";
import { peersOf } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import type { SymbolRef } from "../../engine/print/symbol.js";

/** One kind as an entry of `Kinds`. `identity` names the partial that prints its schema. */
export type KindView = {
  readonly name: string;
  readonly functions: readonly { readonly name: string; readonly fn: SymbolRef }[];
} & (
  | { readonly identity: "schema"; readonly schema: SymbolRef }
  /** Without the schema generator: something to be told apart by, and any JSON object fits it. */
  | { readonly identity: "alone"; readonly typeName: string }
);

export function kindView(input: PlanInput, home: Package, { name }: TypeDeclaration): KindView {
  const find = (symbol: string): SymbolRef | undefined => input.emitted(home.id, symbol);
  const functions = { deepCopy: find(names.deepCopy(name)), setDefaults: find(names.setObjectDefaults(name)), ...conversions(input, home, name) };
  const schema = find(names.schema(name));
  return {
    name,
    functions: Object.entries(functions).flatMap(([property, fn]) => (fn === undefined ? [] : [{ name: property, fn }])),
    ...(schema === undefined ? { identity: "alone", typeName: `${home.name}.${name}` } : { identity: "schema", schema }),
  };
}

/** Those of the first peer that has a type of this name. */
function conversions({ universe, emitted }: PlanInput, home: Package, kind: string) {
  for (const peer of peersOf(home)) {
    const hub = universe.packages[peer]?.name ?? "";
    const toHub = emitted(home.id, names.convert(home.name, kind, hub, kind));
    const fromHub = emitted(home.id, names.convert(hub, kind, home.name, kind));
    if (toHub !== undefined || fromHub !== undefined) return { toHub, fromHub };
  }
  return {};
}
