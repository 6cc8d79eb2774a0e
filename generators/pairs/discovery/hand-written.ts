import type { FunctionDeclaration, ObjectShape, Type, TypeDeclaration } from "../../../engine/model/universe.js";
import { functionSymbol } from "../../../engine/model/functions/function-symbol.js";
import type { SymbolRef } from "../../../engine/base/symbol.js";
import type { ConversionContext } from "../context.js";
import type { Direction } from "../directions.js";
import { conversionFn } from "../../markers/conversion.js";
import type { ConversionTarget } from "../target.js";
import { referenceTo } from "../types.js";
import { innermostName } from "./functions.js";

/** A hand-written function, with the pair of types that it converts. */
interface FoundFunction<Of extends Type | TypeDeclaration> {
  readonly function: FunctionDeclaration;
  readonly from: Of;
  readonly to: Of;
}

/**
 * Returns the hand-written function for two types; undefined if none exists. Functions for aliases
 * have precedence over functions for the types to which the aliases refer.
 * @param fits returns false for a function that must be ignored
 */
export function findConversionFunction(
  context: ConversionContext,
  target: ConversionTarget,
  from: Type,
  to: Type,
  fits: (fn: FunctionDeclaration) => boolean = () => true,
): FoundFunction<Type> | undefined {
  // Most fields have a type that no hand-written function converts. This fast check excludes them.
  if (from.kind !== "ref" && !context.functions.innermostNames.has(innermostName(from))) return undefined;
  for (const a of context.types.chain(from)) {
    if (!context.functions.innermostNames.has(innermostName(a))) continue;
    for (const b of context.types.chain(to)) {
      const fn = context.handWritten(target, a, b);
      if (fn !== undefined && fits(fn)) return { function: fn, from: a, to: b };
    }
  }
  return undefined;
}

/**
 * Returns the symbol with which the target's file calls a hand-written function. A function of
 * another target is imported from the generated file of that target, which re-exports the function.
 */
export function referTo(
  context: ConversionContext,
  target: ConversionTarget,
  fn: FunctionDeclaration,
  from: Type,
  to: Type,
): SymbolRef {
  const [covering] = context.between(from, to);
  if (covering !== undefined && covering.target !== target && fn.package !== target.output.id)
    return { symbol: fn.name, from: context.path(covering.target.output.id) };
  return functionSymbol(context.universe, fn);
}

/**
 * Reports whether the body of a hand-written function mentions a field. A body that passes the
 * complete input to a function other than the generated one mentions all fields.
 */
export function mentions(
  handWritten: FunctionDeclaration,
  field: string,
  { autoConvert }: Pick<Direction, "autoConvert">,
): boolean {
  return (
    handWritten.mentions.includes(field) ||
    (handWritten.mentions.includes("*") && !handWritten.uses.includes(autoConvert))
  );
}

/**
 * Returns the hand-written functions that convert the inherited fields of two interfaces: from a
 * base of the input type to a base of the output type. Functions marked `drop` or `copy-only` are
 * ignored.
 */
export function handWrittenBases(
  context: ConversionContext,
  target: ConversionTarget,
  from: ObjectShape,
  to: ObjectShape,
): readonly FoundFunction<TypeDeclaration>[] {
  if (from.bases.length === 0 || to.bases.length === 0) return [];
  const inputs = from.bases.flatMap((id) => declared(context, id));
  const outputs = to.bases.flatMap((id) => declared(context, id));
  return inputs.flatMap((a) =>
    outputs.flatMap((b) => {
      const fn = context.handWritten(target, referenceTo(a), referenceTo(b));
      return fn === undefined || conversionFn.read(fn) !== undefined ? [] : [{ function: fn, from: a, to: b }];
    }),
  );
}

/**
 * Returns the declaration of the type with this id. For an alias, the declarations of the types to
 * which it refers follow.
 */
function declared({ types }: ConversionContext, id: string): TypeDeclaration[] {
  return types
    .chain({ kind: "ref", to: id })
    .flatMap((type) => (type.kind === "ref" ? [types.declaration(type.to)] : []));
}

export function fieldNames({ shape }: TypeDeclaration): readonly string[] {
  return shape.kind === "object" ? shape.fields.map(({ name }) => name) : [];
}
