import type { FunctionDeclaration, Type } from "../../../engine/model/universe.js";
import { functionSymbol } from "../../../engine/print/function.js";
import type { SymbolRef } from "../../../engine/print/symbol.js";
import { coreOf } from "./functions.js";
import type { Setup } from "../target.js";
import type { World } from "../context.js";

/** A person's function, and for which types it is. */
export interface FoundFunction {
  readonly function: FunctionDeclaration;
  readonly from: Type;
  readonly to: Type;
}

/**
 * The person's function for two types as declared, or for what their aliases stand for. @param fits
 * whether one is meant
 */
export function findHandWritten(
  world: World,
  setup: Setup,
  from: Type,
  to: Type,
  fits: (fn: FunctionDeclaration) => boolean = () => true,
): FoundFunction | undefined {
  // Nearly every field's is found here to have none.
  if (from.kind !== "ref" && !world.functions.cores.has(coreOf(from))) return undefined;
  for (const a of world.types.chain(from)) {
    if (!world.functions.cores.has(coreOf(a))) continue;
    for (const b of world.types.chain(to)) {
      const fn = world.handWritten(setup, a, b);
      if (fn !== undefined && fits(fn)) return { function: fn, from: a, to: b };
    }
  }
  return undefined;
}

/**
 * How the setup's file refers to a person's function: through the file that passes it on, where
 * another folder's does.
 */
export function referTo(world: World, setup: Setup, fn: FunctionDeclaration, from: Type, to: Type): SymbolRef {
  const [covering] = world.between(from, to);
  if (covering !== undefined && covering.setup !== setup && fn.package !== setup.output.id)
    return { symbol: fn.name, from: world.path(covering.setup.output.id) };
  return functionSymbol(world.universe, fn);
}
