/**
 * @file Converts between the JavaScript values of printed code and the values of the evaluator
 *   (cel/evaluate).
 */
import type { TypeKind } from "../types/type.js";
import type { CodeBlock } from "./block.js";
import { Unprintable, forms, type CodeForm, type Operand } from "./form.js";
import { pathReader } from "./parts.js";

/** Returns code that converts an operand to a value of the evaluator. */
export function boxed(operand: Operand, block: CodeBlock): string {
  const { form } = operand;
  // A struct is checked when the evaluator reads it.
  if (form.kind === "struct")
    return block.constant("value", `${pathReader(block, form.path)}(${operand.unchecked ?? operand.code})`);
  const { code } = operand;
  switch (form.kind) {
    case "int":
      return /^-?\d+$/.test(code) ? `${code}n` : `BigInt(${code})`;
    case "map":
    case "list":
      return block.constant("value", `${pathReader(block, form.path)}(${code})`);
    case "array":
      return block.constant("list", boxedArray(code, form.item, block));
    case "optional":
      return block.constant("optional", `cel.optional(${optionalValue(code, form.of, block)})`);
    default:
      return code;
  }
}

function isBoxed({ kind }: CodeForm): boolean {
  return ["bool", "double", "string", "value"].includes(kind);
}

function boxedArray(code: string, item: CodeForm, block: CodeBlock): string {
  if (isBoxed(item)) return `cel.listOf(${code})`;
  if (item.kind === "int") return `cel.listOf(${code}.map(BigInt))`;
  if ("path" in item) return `cel.listOf(${code}.map((item) => ${pathReader(block, item.path)}(item)))`;
  throw new Unprintable();
}

function optionalValue(code: string, of: CodeForm, block: CodeBlock): string {
  if (isBoxed(of)) return code;
  if (of.kind === "int") return `${code} === undefined ? undefined : BigInt(${code})`;
  if ("path" in of) return `${code} === undefined ? undefined : ${pathReader(block, of.path)}(${code})`;
  throw new Unprintable();
}

/** The functions that convert a value of the evaluator with a known type to JavaScript. */
const unboxings: Readonly<Partial<Record<TypeKind, readonly [code: string, form: CodeForm]>>> = {
  bool: ["cel.bool", forms.bool],
  int: ["cel.intOf", forms.int],
  double: ["cel.double", forms.double],
  string: ["cel.text", forms.string],
};

/** Kinds of types for which the type check does not determine the type of the value. */
const untyped: readonly TypeKind[] = ["dyn", "any", "param", "null", "error"];

/** Returns the operand for code whose result is a value of the evaluator. */
export function unboxed(result: string, type: TypeKind | undefined, block: CodeBlock, hint: string): Operand {
  const isTyped = type !== undefined && !untyped.includes(type);
  const [code, form] = (type && unboxings[type]) ?? ["cel.value", isTyped ? forms.typed : forms.value];
  const isValue = form.kind === "value" && /^\w+$/.test(result);
  return { code: isValue ? result : block.constant(hint, `${code}(${result})`), form };
}

/** Returns code for an operand that is used as a condition. */
export function asBool({ code, form }: Operand): string {
  if (form.kind === "bool") return code;
  if (form.kind === "value") return `cel.bool(${code})`;
  throw new Unprintable();
}
