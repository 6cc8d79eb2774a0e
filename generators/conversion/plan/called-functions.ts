import type { FunctionDeclaration, Type, TypeDeclaration } from "../../../engine/model/universe.js";
import type { ConversionContext } from "../../pairs/context.js";
import { fieldNames, findConversionFunction, handWrittenBases } from "../../pairs/discovery/hand-written.js";
import { conversionFn, optedOut } from "../../markers/conversion.js";
import type { ConversionTarget } from "../../pairs/target.js";
import { pairKey, referenceTo } from "../../pairs/types.js";
import { linkFields } from "../../pairs/links.js";

/**
 * Returns the hand-written functions that apply to the fields of a target's types. Generated code
 * does not call all of them: if both types of a field are the same, it shares the value.
 */
export function calledFunctions(
  context: ConversionContext,
  target: ConversionTarget,
): ReadonlySet<FunctionDeclaration> {
  const { types } = context;
  const called = new Set<FunctionDeclaration>();
  const visited = new Set<string>();
  const visit = (from: Type, to: Type): void => {
    const pair = pairKey(from, to);
    if (visited.has(pair)) return;
    visited.add(pair);
    const found = findConversionFunction(context, target, from, to);
    if (found !== undefined) called.add(found.function);
    // The types inside the value are searched only if the function is marked `copy-only`, because
    // any other function converts the complete value itself.
    if (found !== undefined && conversionFn.read(found.function) !== "copy-only") return;
    const [a, b] = [types.unwrap(from), types.unwrap(to)];
    if (a.kind === "list" && b.kind === "list") visit(a.element, b.element);
    else if (a.kind === "map" && b.kind === "map") visit(a.value, b.value);
    else if (a.kind === "tuple" && b.kind === "tuple")
      for (const [index, element] of a.elements.entries()) visit(element, b.elements[index] ?? element);
    else if (a.kind === "embedded" && b.kind === "embedded")
      visit({ kind: "ref", to: a.of }, { kind: "ref", to: b.of });
    else if (a.kind === "ref" && b.kind === "ref") visitDeclared(types.declaration(a.to), types.declaration(b.to));
  };
  const visitDeclared = ({ shape: from }: TypeDeclaration, { shape: to }: TypeDeclaration): void => {
    if (from.kind === "object" && to.kind === "object") {
      const bases = handWrittenBases(context, target, from, to);
      for (const base of bases) called.add(base.function);
      const inherited = new Set(bases.flatMap((base) => fieldNames(base.to)));
      for (const [field, peer] of linkFields(from, to).byInput)
        if (!optedOut(field) && !optedOut(peer) && !inherited.has(peer.name)) visit(field.type, peer.type);
    }
    if (from.kind === "union" && to.kind === "union" && from.discriminator === to.discriminator) {
      for (const { value, type } of from.members) {
        const peer = to.members.find((member) => member.value === value);
        if (peer !== undefined) visit({ kind: "ref", to: type }, { kind: "ref", to: peer.type });
      }
    }
  };
  for (const { from, to } of context.directions.get(target) ?? []) {
    const own = context.handWritten(target, referenceTo(from), referenceTo(to));
    if (own !== undefined) called.add(own);
    visitDeclared(from, to);
  }
  return called;
}
