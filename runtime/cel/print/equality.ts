import type { CodeBlock } from "./block.js";
import { boxed } from "./boxed.js";
import { forms, type Operand } from "./form.js";

const scalars: readonly string[] = ["bool", "int", "double", "string"];

/** Prints the code for `==` or `!=`. */
export function printEquality(isNegated: boolean, a: Operand, b: Operand, block: CodeBlock): Operand {
  const first = a.form.kind;
  if (first !== b.form.kind || !scalars.includes(first)) return printGeneral(a, b, isNegated, block);
  const [one, other] = first === "string" ? [block.named(a.code), block.named(b.code)] : [a.code, b.code];
  if (first === "string") chargeShorter(one, other, block);
  else block.charge(1);
  return comparison(`${one} ${isNegated ? "!==" : "==="} ${other}`, [one, other], isNegated, block);
}

/**
 * Returns the code of a comparison. The result of a comparison with a literal is stored in a
 * constant with the declared type boolean. Otherwise, TypeScript would narrow the type of the
 * compared value, and would report a later comparison with another literal as always false.
 */
function comparison(code: string, sides: readonly string[], isNegated: boolean, block: CodeBlock): Operand {
  const literals = sides.filter(isLiteral);
  if (literals.length === 0) return { code: `(${code})`, form: forms.bool };
  if (literals.length === 2) return { code: String((literals[0] === literals[1]) !== isNegated), form: forms.bool };
  return { code: block.constant(isNegated ? "differs" : "equal", code, "boolean"), form: forms.bool };
}

function isLiteral(code: string): boolean {
  return /^(?:"|-?\d|true$|false$)/.test(code);
}

/** Adds the cost of comparing two strings, which is the cost of reading the shorter one. */
export function chargeShorter(one: string, other: string, block: CodeBlock): void {
  block.chargeFor(`cel.shorterCost(${one}, ${other})`);
}

function printGeneral(left: Operand, right: Operand, isNegated: boolean, block: CodeBlock): Operand {
  const [a, b] = [boxed(left, block), boxed(right, block)].map((code) => block.named(code));
  if ([left, right].every(({ form }) => ["bool", "int", "double"].includes(form.kind))) block.charge(1);
  else block.chargeFor(`cel.${isNegated ? "differenceCost" : "equalityCost"}(${String(a)}, ${String(b)})`);
  return {
    code: block.constant("equal", `cel.${isNegated ? "differs" : "equals"}(${String(a)}, ${String(b)})`),
    form: forms.bool,
  };
}
