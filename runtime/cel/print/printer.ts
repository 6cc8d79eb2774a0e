import type { Constants } from "../evaluate/constants.js";
import type { Element, Entry, Plan, Slot } from "../evaluate/plan.js";
import type { Block } from "./block.js";
import { asBool, boxed } from "./boxed.js";
import { printAttribute } from "./attributes.js";
import { printCall } from "./calls.js";
import { printConstant } from "./constants.js";
import { printEquality } from "./equality.js";
import { bool, isSame, noOptional, typeOf, Unprintable, value, type Form, type Operand } from "./form.js";
import { printLoop } from "./loops.js";

/** Returns the value of a variable in a block. */
export type Variable = (block: Block) => Operand;

/** The variables of an expression by their slots. */
export type Variables = Map<number, Variable>;

/**
 * Prints a plan as statements of a block, and returns its value.
 *
 * @throws Unprintable
 */
export function print(plan: Plan, block: Block, variables: Variables): Operand {
  switch (plan.kind) {
    case "constant":
      return printConstant(plan.value, block);
    case "attribute":
      return printAttribute(plan, block, variables);
    case "and":
    case "or":
      return printLogic(plan, block, variables);
    case "equals":
    case "differs":
      return printEquality(plan, block, variables);
    case "call":
      return printCall(plan, block, variables);
    case "member":
      return printMember(print(plan.argument, block, variables), plan.constants, block);
    case "first":
      return printFirst(plan, block, variables);
    case "list":
      return printList(plan.elements, block, variables);
    case "map":
      return printMap(plan.entries, block, variables);
    case "loop":
      return printLoop(plan, block, variables);
    case "message":
      throw new Unprintable();
  }
}

/** Prints a plan whose value is a bool. */
export function printBool(plan: Plan, block: Block, variables: Variables): string {
  return asBool(print(plan, block, variables));
}

/** Without an error, the second term of `&&` or `||` is evaluated only if it decides the result. */
function printLogic(
  { kind, terms: [first, second] }: Extract<Plan, { kind: "and" | "or" }>,
  block: Block,
  variables: Variables,
): Operand {
  const left = printBool(first, block, variables);
  const known = literalOf(left);
  if (known !== undefined && known !== (kind === "and")) return { code: left, form: bool };
  const inner = block.inner();
  const right = printBool(second, inner, variables);
  if (known !== undefined) {
    block.append(inner);
    return { code: right, form: bool };
  }
  if (inner.isEmpty) return { code: `(${left} ${kind === "and" ? "&&" : "||"} ${right})`, form: bool };
  const name = block.code.name(kind === "and" ? "both" : "either");
  block.line(`let ${name} = ${left};`);
  inner.line(`${name} = ${right};`);
  block.add(`if (${kind === "and" ? name : `!${name}`})`, inner);
  return { code: name, form: bool };
}

/** Returns the value of a condition that is a literal; compilers report code that never runs. */
export function literalOf(condition: string): boolean | undefined {
  const [, negations = "", literal] = /^(!*)(true|false)$/.exec(condition) ?? [];
  return literal === undefined ? undefined : (literal === "true") !== (negations.length % 2 === 1);
}

/** Prints the selection of one of two values. */
export function printChoice(
  condition: string,
  block: Block,
  first: (block: Block) => Operand,
  second: (block: Block) => Operand,
): Operand {
  const known = literalOf(condition);
  if (known !== undefined) return known ? first(block) : second(block);
  const [whenTrue, whenFalse] = [block.inner(), block.inner()];
  const [{ code: a, form }, { code: b }] = joined(first(whenTrue), whenTrue, second(whenFalse), whenFalse);
  if (whenTrue.isEmpty && whenFalse.isEmpty) return { code: `(${condition} ? ${a} : ${b})`, form };
  const name = block.code.name("chosen");
  block.line(`let ${name}: ${typeOf(form)};`);
  whenTrue.line(`${name} = ${a};`);
  whenFalse.line(`${name} = ${b};`);
  block.add(`if (${condition})`, whenTrue, "} else {");
  block.append(whenFalse);
  block.line("}");
  return { code: name, form };
}

/** Returns two operands with the same form. */
function joined(a: Operand, ofA: Block, b: Operand, ofB: Block): readonly [Operand, Operand] {
  if (isSame(a.form, b.form)) return [a, b];
  if (a === noOptional && b.form.kind === "optional") return [{ ...a, form: b.form }, b];
  if (b === noOptional && a.form.kind === "optional") return [a, { ...b, form: a.form }];
  return [
    { code: boxed(a, ofA), form: value },
    { code: boxed(b, ofB), form: value },
  ];
}

/** The value of the first optional, or the second value. */
function printFirst(
  { left, right, isValue }: Extract<Plan, { kind: "first" }>,
  block: Block,
  variables: Variables,
): Operand {
  const first = print(left, block, variables);
  const { form } = first;
  if (form.kind !== "optional") throw new Unprintable();
  const name = named(first, block);
  const whenSet: Form = isValue ? form.of : form;
  return printChoice(
    `${name} !== undefined`,
    block,
    () => ({ code: name, form: whenSet }),
    (inner) => print(right, inner, variables),
  );
}

/** Returns code that may be repeated. */
export function named({ code }: Operand, block: Block, hint = "value"): string {
  return /^(?:[\w$]+|-?[\d.]+|"[^"]*")$/.test(code) ? code : block.constant(hint, code);
}

/** Searches a value in constants. */
function printMember(argument: Operand, constants: Constants, block: Block): Operand {
  const { kind } = argument.form;
  const all = [...constants.values];
  const found =
    kind === "string"
      ? all.filter((each) => typeof each === "string").map((each) => JSON.stringify(each))
      : kind === "int"
        ? all.filter((each) => typeof each === "bigint").filter((each) => Number.isSafeInteger(Number(each)))
        : undefined;
  if (found === undefined) throw new Unprintable();
  if (found.length > 8) {
    const members = block.code.constant("members", `new Set([${found.join(", ")}])`);
    return { code: `${members}.has(${argument.code})`, form: bool };
  }
  const name = named(argument, block);
  if (found.length === 0) return { code: "false", form: bool };
  const test = found.map((each) => `${name} === ${String(each)}`).join(" || ");
  return { code: block.constant("isMember", test, "boolean"), form: bool };
}

export const listCost = 10;
const mapCost = 30;

function printList(elements: readonly Element[], block: Block, variables: Variables): Operand {
  if (elements.some(({ isOptional }) => isOptional)) throw new Unprintable();
  const items = elements.map((element) => print(element.value, block, variables));
  block.charge(listCost);
  const [first] = items;
  if (first !== undefined && items.every(({ form }) => isSame(form, first.form)))
    return {
      code: block.constant("list", `[${items.map(({ code }) => code).join(", ")}]`),
      form: { kind: "array", item: first.form },
    };
  return {
    code: block.constant("list", `cel.listOf([${items.map((item) => boxed(item, block)).join(", ")}])`),
    form: value,
  };
}

function printMap(entries: readonly Entry[], block: Block, variables: Variables): Operand {
  if (entries.some(({ isOptional }) => isOptional)) throw new Unprintable();
  const parts = entries.map((entry) => {
    const key = boxed(print(entry.key, block, variables), block);
    return `[${key}, ${boxed(print(entry.value, block, variables), block)}]`;
  });
  block.charge(mapCost);
  return { code: block.constant("map", `cel.mapOf([${parts.join(", ")}])`), form: value };
}

/** Returns the variable of a slot. */
export function variableOf({ index }: Slot, block: Block, variables: Variables): Operand {
  const variable = variables.get(index);
  if (variable === undefined) throw new Unprintable();
  return variable(block);
}
