import type { Type, TypeDeclaration } from "../../engine/model/universe.js";
import type { Printable, SymbolRef } from "../../engine/base/symbol.js";
import { conversionFn } from "../markers/conversion.js";
import { missingMembers, type MissingMembers } from "./missing-members.js";
import type { ConversionTarget } from "./target.js";
import type { Identical } from "./sharing.js";
import { isUnknown, pairKey, referenceTo } from "./types.js";
import { findConversionFunction, referTo } from "./discovery/hand-written.js";
import type { ConversionContext } from "./context.js";
import { fieldNamesOf, keepsUnknown } from "../type-schemas/unknown-fields.js";
import { numberRange, type NumberRange } from "../../engine/model/scalars.js";

/**
 * An expression that converts one value. `kind` is the name of the partial template that prints it.
 * `source` is the expression of the input.
 */
export type ValueExpression =
  | { readonly kind: "same"; readonly source: string }
  /**
   * A type assertion. Unions without a common member need a double assertion, such as `input as
   * string as Size`; `through` is the intermediate type, or empty for a single assertion.
   */
  | {
      readonly kind: "assert";
      readonly source: string;
      readonly through: "" | "string" | "number";
      readonly type: Printable;
    }
  | { readonly kind: "call"; readonly source: string; readonly function: SymbolRef }
  | { readonly kind: "embedded"; readonly source: string; readonly function: SymbolRef }
  | { readonly kind: "nullable"; readonly source: string; readonly value: ValueExpression }
  | { readonly kind: "copy-list"; readonly source: string }
  | { readonly kind: "copy-map"; readonly source: string }
  | { readonly kind: "list" | "map"; readonly source: string; readonly item: string; readonly element: ValueExpression }
  | { readonly kind: "tuple"; readonly elements: readonly ValueExpression[] }
  /**
   * Expression that adds the unknown fields of `source` to a value (`keep-unknown`), or removes
   * unknown fields from a value (`drop-unknown`). `names` contains the known fields: all fields of
   * either type.
   */
  | {
      readonly kind: "keep-unknown" | "drop-unknown";
      readonly source: string;
      readonly value: ValueExpression;
      readonly names: readonly string[];
    };

export type PlannedConversion =
  /**
   * The planned expression. `identical` is true if both types are the same at every level, so that
   * the output can share the value with the input.
   */
  | { readonly kind: "value"; readonly value: ValueExpression; readonly identical?: true }
  /**
   * The value is omitted, because the hand-written function for its type is marked `drop`, or
   * because another problem of its type has already been reported.
   */
  | { readonly kind: "drop" }
  | { readonly kind: "differ"; readonly from: Type; readonly to: Type }
  | { readonly kind: "narrowing"; readonly from: Type; readonly to: Type }
  | MissingMembers
  | { readonly kind: "missing"; readonly from: TypeDeclaration; readonly to: TypeDeclaration };

export interface ValueScope {
  readonly context: ConversionContext;
  readonly target: ConversionTarget;
  readonly identical: Identical;
  /**
   * Pairs of aliases whose conversion is being planned, to detect aliases that contain themselves.
   * Absent outside aliases.
   */
  readonly open?: readonly string[];
  /** True if a literal that the peer's union does not have is converted unchanged. */
  readonly takesUnknownMembers?: boolean;
  /**
   * For the input and the output: true if markers preserve the unknown fields of objects in the
   * value. Absent if they do so for neither.
   */
  readonly keepsUnknown?: { readonly from: boolean; readonly to: boolean };
}

/**
 * Plans the conversion of a value.
 * @param written output type as generated code writes it in type assertions
 * @param taken names of the variables of enclosing loops, which must not be used again
 */
export function convertValue(
  outer: ValueScope,
  from: Type,
  to: Type,
  source: string,
  written: Printable,
  taken: readonly string[] = [],
): PlannedConversion {
  const { types } = outer.context;
  const handWritten = convertByHand(outer, from, to, source);
  if (handWritten !== undefined) return handWritten;
  const isIdentical = outer.identical(from, to);
  if (isIdentical && !isDropping(outer)) return handedOn(source);
  const a = types.unwrap(from);
  const b = types.unwrap(to);
  if (a.kind === "ref" && b.kind === "ref") {
    const pair = [types.declaration(a.to), types.declaration(b.to)] as const;
    const converted = isIdentical ? handedOn(source) : convertDeclared(outer, ...pair, source);
    return through(converted, (inner) => withUnknown(outer, ...pair, source, inner));
  }
  let scope = outer;
  if (from.kind === "ref" && to.kind === "ref") {
    const pair = pairKey(from, to);
    // An alias that contains itself needs a named function, because an inline expression cannot
    // call itself.
    if (outer.open?.includes(pair) === true)
      return { kind: "missing", from: types.declaration(from.to), to: types.declaration(to.to) };
    scope = { ...outer, open: [...(outer.open ?? []), pair] };
  }
  const name = to.kind === "ref" ? types.print(types.declaration(to.to)) : written;
  if (a.kind === "list" && b.kind === "list") {
    const item = variable("item", taken);
    const element = convertValue(scope, a.element, b.element, item, [name, "[number]"], [...taken, item]);
    return through(element, (inner) =>
      inner.kind === "same" ? { kind: "copy-list", source } : { kind: "list", source, item, element: inner },
    );
  }
  if (a.kind === "map" && b.kind === "map") {
    const item = variable("value", taken);
    const inMap = { from: false, to: false };
    const element = convertValue(
      { ...scope, keepsUnknown: inMap },
      a.value,
      b.value,
      item,
      [name, "[string]"],
      [...taken, item],
    );
    return through(element, (inner) =>
      inner.kind === "same" ? { kind: "copy-map", source } : { kind: "map", source, item, element: inner },
    );
  }
  if (a.kind === "tuple" && b.kind === "tuple" && a.elements.length === b.elements.length) {
    return convertTuple(scope, a.elements, b.elements, source, name, taken);
  }
  if (a.kind === "embedded" && b.kind === "embedded") {
    const pair = [types.declaration(a.of), types.declaration(b.of)] as const;
    return through(convertDeclared(scope, ...pair, source), (call) =>
      call.kind === "call"
        ? withUnknown(scope, ...pair, source, { kind: "embedded", source, function: call.function })
        : call,
    );
  }
  if ([a, b].some((type) => type.kind === "ref" && isUnknown(types.declaration(type.to)))) return { kind: "drop" };
  const missing = scope.takesUnknownMembers === true ? undefined : missingMembers(types, from, to);
  return missing ?? convertScalar(from, to, a, b, source, name);
}

/**
 * Plans the conversion by a hand-written function: a call, or the unchanged value for a `copy-only`
 * function of identical types, or `drop`. Returns undefined if no function exists for the types or
 * their aliases.
 */
function convertByHand(
  { context, target, identical }: ValueScope,
  from: Type,
  to: Type,
  source: string,
): PlannedConversion | undefined {
  const found = findConversionFunction(context, target, from, to);
  if (found === undefined) return undefined;
  const mode = conversionFn.read(found.function);
  if (mode === "drop") return { kind: "drop" };
  if (mode === "copy-only" && identical(from, to)) return handedOn(source);
  return value({ kind: "call", source, function: referTo(context, target, found.function, found.from, found.to) });
}

function convertDeclared(
  { context, target }: ValueScope,
  from: TypeDeclaration,
  to: TypeDeclaration,
  source: string,
): PlannedConversion {
  const [a, b] = [referenceTo(from), referenceTo(to)];
  const fn = context.handWritten(target, a, b);
  if (fn !== undefined) return value({ kind: "call", source, function: referTo(context, target, fn, a, b) });
  const generated = context.generated(target, from, to);
  // If loading has already reported one of the types, no second problem is reported.
  if (generated === undefined)
    return [from, to].some((type) => isUnknown(type) || !type.exported)
      ? { kind: "drop" }
      : { kind: "missing", from, to };
  const symbol: SymbolRef = { symbol: generated.convert, from: context.path(generated.target.output.id) };
  return value({ kind: "call", source, function: symbol });
}

function isDropping({ keepsUnknown }: ValueScope): boolean {
  return keepsUnknown?.from === true && !keepsUnknown.to;
}

/**
 * Adds the handling of unknown fields to a conversion. The result preserves the unknown fields of
 * the input, or removes them if only the input keeps them. Returns the conversion unchanged if the
 * input preserves no unknown fields, or if neither property has markers for unknown fields. Also
 * returns it unchanged if both types preserve unknown fields, because their conversion function
 * then copies the fields.
 */
function withUnknown(
  { context: { universe }, keepsUnknown: place }: ValueScope,
  from: TypeDeclaration,
  to: TypeDeclaration,
  source: string,
  value: ValueExpression,
): ValueExpression {
  if (place === undefined) return value;
  const [fromType, toType] = [keepsUnknown(universe, from), keepsUnknown(universe, to)];
  if (!(place.from || fromType) || (fromType && toType)) return value;
  const names = fieldNamesOf(universe, from, to);
  if (place.to || toType) return { kind: "keep-unknown", source, value, names };
  // If the input type itself preserves unknown fields, its conversion function drops them.
  if (!place.from || names.length === 0) return value;
  return { kind: "drop-unknown", source, value, names };
}

function convertTuple(
  scope: ValueScope,
  from: readonly Type[],
  to: readonly Type[],
  source: string,
  written: Printable,
  taken: readonly string[],
): PlannedConversion {
  const elements: ValueExpression[] = [];
  for (const [index, element] of from.entries()) {
    const at = `[${String(index)}]`;
    const converted = convertValue(scope, element, to[index] as Type, `${source}${at}`, [written, at], taken);
    if (converted.kind !== "value") return converted;
    elements.push(converted.value);
  }
  return value({ kind: "tuple", elements });
}

function convertScalar(from: Type, to: Type, a: Type, b: Type, source: string, written: Printable): PlannedConversion {
  const [numbersFrom, numbersTo] = [rangeOfType(a), rangeOfType(b)];
  if (numbersFrom !== undefined && numbersTo !== undefined) {
    if (b.kind === "literals") return value(asserted(a, b, source, "number", written));
    return fits(numbersFrom, numbersTo) ? value({ kind: "same", source }) : { kind: "narrowing", from, to };
  }
  if (isText(a) && isText(b)) return value(asserted(a, b, source, "string", written));
  if (isBoolean(a) && isBoolean(b)) return value(asserted(a, b, source, "", written));
  return { kind: "differ", from, to };
}

/**
 * Returns the value unchanged if the compiler accepts it for the output type. Otherwise returns a
 * type assertion, or a double assertion for unions without a common member.
 */
function asserted(
  from: Type,
  to: Type,
  source: string,
  base: "string" | "number" | "",
  type: Printable,
): ValueExpression {
  if (to.kind !== "literals") return { kind: "same", source };
  if (from.kind !== "literals") return { kind: "assert", source, through: "", type };
  const common = from.values.filter((member) => to.values.includes(member)).length;
  if (common === from.values.length) return { kind: "same", source };
  return { kind: "assert", source, through: common === 0 ? base : "", type };
}

function isText(type: Type): boolean {
  return type.kind === "scalar"
    ? type.name === "string"
    : type.kind === "literals" && typeof type.values[0] === "string";
}

function isBoolean(type: Type): boolean {
  return type.kind === "scalar"
    ? type.name === "boolean"
    : type.kind === "literals" && typeof type.values[0] === "boolean";
}

function handedOn(source: string): PlannedConversion {
  return { kind: "value", value: { kind: "same", source }, identical: true };
}

function value(found: ValueExpression): PlannedConversion {
  return { kind: "value", value: found };
}

function through(conversion: PlannedConversion, wrap: (inner: ValueExpression) => ValueExpression): PlannedConversion {
  return conversion.kind === "value" ? value(wrap(conversion.value)) : conversion;
}

function variable(name: string, taken: readonly string[]): string {
  const same = taken.filter((other) => other.startsWith(name)).length;
  return same === 0 ? name : `${name}${String(same + 1)}`;
}

/** Reports whether the expression for a value uses the variable `scope`. */
export function usesScope(found: ValueExpression): boolean {
  switch (found.kind) {
    case "nullable":
    case "keep-unknown":
    case "drop-unknown":
      return usesScope(found.value);
    case "call":
    case "embedded":
      return true;
    case "list":
    case "map":
      return usesScope(found.element);
    case "tuple":
      return found.elements.some(usesScope);
    case "same":
    case "assert":
    case "copy-list":
    case "copy-map":
      return false;
  }
}

/** Returns the range of a number type or of a union of numbers; undefined for any other type. */
function rangeOfType(type: Type): NumberRange | undefined {
  if (type.kind === "scalar") return numberRange(type.name);
  if (type.kind !== "literals") return undefined;
  const values = type.values.filter((value) => typeof value === "number");
  if (values.length === 0) return undefined;
  const exact = Number.MAX_SAFE_INTEGER;
  return { min: Math.min(...values), max: Math.max(...values), whole: values.every(Number.isInteger), exact };
}

/** Reports whether the second type represents every value of the first type exactly. */
function fits(from: NumberRange, to: NumberRange): boolean {
  if (to.whole) return from.whole && from.min >= to.min && from.max <= to.max;
  if (from.whole) return Math.max(-from.min, from.max) <= to.exact;
  return from.min >= to.min && from.max <= to.max && from.exact <= to.exact;
}
