import type { ConstantSet } from "../evaluate/constants.js";
import { makingCosts } from "../base/prices.js";
import type { Element, MapEntryPlan, EvaluationPlan, FirstPlan, LogicPlan } from "../evaluate/plan.js";
import type { CodeBlock } from "./block.js";
import { boxed } from "./boxed.js";
import { printAttribute } from "./attributes.js";
import { printCall } from "./calls.js";
import { literalCondition, printChoice } from "./choice.js";
import { printItemList, printConstant } from "./constants.js";
import { Unprintable, forms, type CodeForm, type Operand } from "./form.js";
import { printLoop } from "./loops.js";
import type { PrintScope } from "./scope.js";

/**
 * Prints a plan as statements of a block, and returns its value. The functions for each kind of
 * plan print the parts of the plan with the scope.
 *
 * @throws Unprintable if only the evaluator can evaluate the plan
 */
export function print(plan: EvaluationPlan, block: CodeBlock, scope: PrintScope): Operand {
  switch (plan.kind) {
    case "constant":
      return printConstant(plan.value, block);
    case "attribute":
      return printAttribute(plan, block, scope);
    case "and":
    case "or":
      return printLogic(plan, block, scope);
    case "call":
      return printCall(plan, block, scope);
    case "member":
      return printMember(scope.print(plan.argument, block), plan.constants, block);
    case "first":
      return printFirst(plan, block, scope);
    case "list":
      return printList(plan.elements, block, scope);
    case "map":
      return printMap(plan.entries, block, scope);
    case "loop":
      return printLoop(plan, block, scope);
    case "message":
      throw new Unprintable();
  }
}

/**
 * Prints `&&` or `||`. Since printed code has no errors, the second term is evaluated only if the
 * first one does not decide the result.
 */
function printLogic({ kind, terms: [first, second] }: LogicPlan, block: CodeBlock, scope: PrintScope): Operand {
  const left = scope.printBool(first, block);
  const known = literalCondition(left);
  if (known !== undefined && known !== (kind === "and")) return { code: left, form: forms.bool };
  const inner = block.inner();
  const right = scope.printBool(second, inner);
  if (known !== undefined) {
    block.append(inner);
    return { code: right, form: forms.bool };
  }
  if (inner.isEmpty) return { code: `(${left} ${kind === "and" ? "&&" : "||"} ${right})`, form: forms.bool };
  const name = block.code.name(kind === "and" ? "both" : "either");
  block.line(`let ${name} = ${left};`);
  inner.line(`${name} = ${right};`);
  block.add(`if (${kind === "and" ? name : `!${name}`})`, inner);
  return { code: name, form: forms.bool };
}

/**
 * Prints `or` or `orValue`: the first optional (for `orValue`, its value), or the second operand if
 * the first optional has no value.
 */
function printFirst({ left, right, isValue }: FirstPlan, block: CodeBlock, scope: PrintScope): Operand {
  const first = scope.print(left, block);
  const { form } = first;
  if (form.kind !== "optional") throw new Unprintable();
  const name = block.named(first.code);
  const whenSet: CodeForm = isValue ? form.of : form;
  return printChoice(
    `${name} !== undefined`,
    block,
    () => ({ code: name, form: whenSet }),
    (inner) => scope.print(right, inner),
  );
}

/** Prints a search for a value in a list of constants. */
function printMember(argument: Operand, constants: ConstantSet, block: CodeBlock): Operand {
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
    return { code: `${members}.has(${argument.code})`, form: forms.bool };
  }
  const name = block.named(argument.code);
  if (found.length === 0) return { code: "false", form: forms.bool };
  const test = found.map((each) => `${name} === ${String(each)}`).join(" || ");
  return { code: block.constant("isMember", test, "boolean"), form: forms.bool };
}

function printList(elements: readonly Element[], block: CodeBlock, scope: PrintScope): Operand {
  if (elements.some(({ isOptional }) => isOptional)) throw new Unprintable();
  const items = elements.map((element) => scope.print(element.value, block));
  block.charge(makingCosts.list);
  const { code, form } = printItemList(items, block);
  return { code: block.constant("list", code), form };
}

function printMap(entries: readonly MapEntryPlan[], block: CodeBlock, scope: PrintScope): Operand {
  if (entries.some(({ isOptional }) => isOptional)) throw new Unprintable();
  const parts = entries.map((entry) => {
    const key = boxed(scope.print(entry.key, block), block);
    return `[${key}, ${boxed(scope.print(entry.value, block), block)}]`;
  });
  block.charge(makingCosts.map);
  return { code: block.constant("map", `cel.mapOf([${parts.join(", ")}])`), form: forms.value };
}
