import { EvaluationError, ListValue, MapValue, type Result } from "../values/value.js";
import { CELBytes, CELDuration, CELTimestamp, CELUint } from "../values/classes.js";
import type { CodeBlock } from "./block.js";
import { Unprintable, forms, isSameForm, type Operand } from "./form.js";
import { boxed } from "./boxed.js";

/**
 * Prints a constant of an expression as a literal, or as the name of a constant that is computed
 * before the first evaluation.
 */
export function printConstant(value: Result, block: CodeBlock): Operand {
  switch (typeof value) {
    case "boolean":
      return { code: String(value), form: forms.bool };
    case "string":
      return { code: JSON.stringify(value), form: forms.string };
    case "bigint":
      return isSafe(value)
        ? { code: String(value), form: forms.int }
        : { code: `${String(value)}n`, form: forms.value };
    case "number":
      return { code: Object.is(value, -0) ? "-0" : String(value), form: forms.double };
    default:
      return printObject(value, block);
  }
}

function isSafe(value: bigint): boolean {
  return Number.isSafeInteger(Number(value));
}

function printObject(value: Exclude<Result, boolean | string | bigint | number>, block: CodeBlock): Operand {
  if (value === null) return { code: "null", form: forms.value };
  if (value instanceof CELUint) return hoisted(block, "uint", `new cel.CELUint(${String(value.value)}n)`);
  if (value instanceof CELDuration)
    return hoisted(block, "duration", `new cel.CELDuration(${String(value.nanoseconds)}n)`);
  if (value instanceof CELTimestamp)
    return hoisted(block, "time", `new cel.CELTimestamp(${String(value.nanoseconds)}n, ${String(value.offset)})`);
  if (value instanceof CELBytes)
    return hoisted(block, "bytes", `new cel.CELBytes(Uint8Array.of(${value.value.join(", ")}))`);
  if (value instanceof ListValue) return printList(value, block);
  if (value instanceof MapValue) return printMap(value, block);
  throw new Unprintable();
}

function hoisted({ code }: CodeBlock, hint: string, text: string): Operand {
  return { code: code.constant(hint, text), form: forms.typed };
}

function printMap(map: MapValue, block: CodeBlock): Operand {
  const part = (of: Result | undefined): string => {
    if (of === undefined || of instanceof EvaluationError) throw new Unprintable();
    return boxedConstant(of, block);
  };
  const entries = Array.from(map.keys(), (key) => `[${part(key)}, ${part(map.get(key))}]`);
  return hoisted(block, "map", `cel.mapOf([${entries.join(", ")}])`);
}

/**
 * Returns code for a constant as a value of the evaluator. Printed code creates this value before
 * the first evaluation.
 */
export function boxedConstant(value: Result, block: CodeBlock): string {
  if (value instanceof ListValue) return block.code.constant("list", boxedList(itemsOf(value, block), block));
  return boxed(printConstant(value, block), block);
}

function itemsOf(list: ListValue, block: CodeBlock): readonly Operand[] {
  return [...list].map((item) => {
    if (item instanceof EvaluationError || item instanceof ListValue) throw new Unprintable();
    return printConstant(item, block);
  });
}

function boxedList(items: readonly Operand[], block: CodeBlock): string {
  return `cel.listOf([${items.map((item) => boxed(item, block)).join(", ")}])`;
}

/**
 * Returns code for a list, and its form: an array if the list has items that all have the same
 * form, otherwise a value of the evaluator.
 */
export function printItemList(items: readonly Operand[], block: CodeBlock): Operand {
  const [first] = items;
  if (first === undefined || !items.every(({ form }) => isSameForm(form, first.form)))
    return { code: boxedList(items, block), form: forms.value };
  return { code: `[${items.map(({ code }) => code).join(", ")}]`, form: { kind: "array", item: first.form } };
}

function printList(list: ListValue, block: CodeBlock): Operand {
  const { code, form } = printItemList(itemsOf(list, block), block);
  return { code: block.code.constant("list", code), form: form.kind === "array" ? form : forms.typed };
}
