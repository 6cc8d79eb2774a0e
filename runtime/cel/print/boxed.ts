/** @file Converts between the values of printed code and those of closures. */
import type { TypeKind } from "../types/type.js";
import type { Block } from "./block.js";
import { bool, double, int, string, typedValue, Unprintable, value, type Form, type Operand } from "./form.js";
import { readerOf } from "./parts.js";

/** Returns a value as closures have it. */
export function boxed(operand: Operand, block: Block): string {
  const { form } = operand;
  // The reader checks a struct.
  if (form.kind === "struct")
    return block.constant("value", `${readerOf(block, form.path)}(${operand.unchecked ?? operand.code})`);
  const { code } = operand;
  switch (form.kind) {
    case "int":
      return /^-?\d+$/.test(code) ? `${code}n` : `BigInt(${code})`;
    case "map":
    case "list":
      return block.constant("value", `${readerOf(block, form.path)}(${code})`);
    case "array":
      return block.constant("list", boxedArray(code, form.item, block));
    case "optional":
      return block.constant("optional", `cel.optional(${optionalValue(code, form.of, block)})`);
    default:
      return code;
  }
}

function isBoxed({ kind }: Form): boolean {
  return ["bool", "double", "string", "value"].includes(kind);
}

function boxedArray(code: string, item: Form, block: Block): string {
  if (isBoxed(item)) return `cel.listOf(${code})`;
  if (item.kind === "int") return `cel.listOf(${code}.map(BigInt))`;
  if ("path" in item) return `cel.listOf(${code}.map((item) => ${readerOf(block, item.path)}(item)))`;
  throw new Unprintable();
}

function optionalValue(code: string, of: Form, block: Block): string {
  if (isBoxed(of)) return code;
  if (of.kind === "int") return `${code} === undefined ? undefined : BigInt(${code})`;
  if ("path" in of) return `${code} === undefined ? undefined : ${readerOf(block, of.path)}(${code})`;
  throw new Unprintable();
}

/** The values of JavaScript for values of closures with a known type. */
const unboxings: Readonly<Partial<Record<TypeKind, readonly [code: string, form: Form]>>> = {
  bool: ["cel.bool", bool],
  int: ["cel.intOf", int],
  double: ["cel.double", double],
  string: ["cel.text", string],
};

/** Types whose values can have other types. */
const untyped: readonly TypeKind[] = ["dyn", "any", "param", "null", "error"];

/** Returns a result of closures as a value of its type. */
export function unboxed(result: string, type: TypeKind | undefined, block: Block, hint: string): Operand {
  const isTyped = type !== undefined && !untyped.includes(type);
  const [code, form] = (type && unboxings[type]) ?? ["cel.value", isTyped ? typedValue : value];
  const isValue = form.kind === "value" && /^\w+$/.test(result);
  return { code: isValue ? result : block.constant(hint, `${code}(${result})`), form };
}

/** Returns an operand of a condition. */
export function asBool({ code, form }: Operand): string {
  if (form.kind === "bool") return code;
  if (form.kind === "value") return `cel.bool(${code})`;
  throw new Unprintable();
}
