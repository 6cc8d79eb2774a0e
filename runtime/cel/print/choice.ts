import type { CodeBlock } from "./block.js";
import { boxed } from "./boxed.js";
import { forms, isSameForm, noOptional, typeOfForm, type Operand } from "./form.js";

/**
 * Returns the value of a condition that is a literal, such as `!true`; undefined for any other
 * condition. The callers print only the branch that the literal selects, because compilers report
 * code that never runs.
 */
export function literalCondition(condition: string): boolean | undefined {
  const [, negations = "", literal] = /^(!*)(true|false)$/.exec(condition) ?? [];
  return literal === undefined ? undefined : (literal === "true") !== (negations.length % 2 === 1);
}

/** Prints code that selects one of two values. */
export function printChoice(
  condition: string,
  block: CodeBlock,
  first: (block: CodeBlock) => Operand,
  second: (block: CodeBlock) => Operand,
): Operand {
  const known = literalCondition(condition);
  if (known !== undefined) return known ? first(block) : second(block);
  const [whenTrue, whenFalse] = [block.inner(), block.inner()];
  const [{ code: a, form }, { code: b }] = joined(first(whenTrue), whenTrue, second(whenFalse), whenFalse);
  if (whenTrue.isEmpty && whenFalse.isEmpty) return { code: `(${condition} ? ${a} : ${b})`, form };
  const name = block.code.name("chosen");
  block.line(`let ${name}: ${typeOfForm(form)};`);
  whenTrue.line(`${name} = ${a};`);
  whenFalse.line(`${name} = ${b};`);
  block.add(`if (${condition})`, whenTrue, "} else {");
  block.append(whenFalse);
  block.line("}");
  return { code: name, form };
}

/** Converts two operands to the same form. */
function joined(a: Operand, ofA: CodeBlock, b: Operand, ofB: CodeBlock): readonly [Operand, Operand] {
  if (isSameForm(a.form, b.form)) return [a, b];
  if (a === noOptional && b.form.kind === "optional") return [{ ...a, form: b.form }, b];
  if (b === noOptional && a.form.kind === "optional") return [a, { ...b, form: a.form }];
  return [
    { code: boxed(a, ofA), form: forms.value },
    { code: boxed(b, ofB), form: forms.value },
  ];
}
