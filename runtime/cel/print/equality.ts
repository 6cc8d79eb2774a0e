import type { Plan } from "../evaluate/plan.js";
import type { Block } from "./block.js";
import { boxed } from "./boxed.js";
import { bool, type Operand } from "./form.js";
import { named, print, type Variables } from "./printer.js";

const scalars: readonly string[] = ["bool", "int", "double", "string"];

/** Prints `==` or `!=`. */
export function printEquality(
  { kind, left, right }: Extract<Plan, { kind: "equals" | "differs" }>,
  block: Block,
  variables: Variables,
): Operand {
  const [a, b] = [print(left, block, variables), print(right, block, variables)];
  const isNegated = kind === "differs";
  const first = a.form.kind;
  if (first !== b.form.kind || !scalars.includes(first)) return printGeneral(a, b, isNegated, block);
  const [one, other] = first === "string" ? [named(a, block), named(b, block)] : [a.code, b.code];
  if (first === "string") chargeShorter(one, other, block);
  else block.charge(1);
  return comparison(`${one} ${isNegated ? "!==" : "==="} ${other}`, [one, other], isNegated, block);
}

/**
 * Returns a comparison. With a literal, it is a constant of the type boolean, so that TypeScript
 * does not conclude that other literals differ.
 */
function comparison(code: string, sides: readonly string[], isNegated: boolean, block: Block): Operand {
  const literals = sides.filter(isLiteral);
  if (literals.length === 0) return { code: `(${code})`, form: bool };
  if (literals.length === 2) return { code: String((literals[0] === literals[1]) !== isNegated), form: bool };
  return { code: block.constant(isNegated ? "differs" : "equal", code, "boolean"), form: bool };
}

function isLiteral(code: string): boolean {
  return /^(?:"|-?\d|true$|false$)/.test(code);
}

/** Adds the cost of reading the shorter one of two strings. */
export function chargeShorter(one: string, other: string, block: Block): void {
  block.chargeFor(`cel.shorterCost(${one}, ${other})`);
}

function printGeneral(left: Operand, right: Operand, isNegated: boolean, block: Block): Operand {
  const [a, b] = [boxed(left, block), boxed(right, block)].map((code) => named({ code, form: left.form }, block));
  if ([left, right].every(({ form }) => ["bool", "int", "double"].includes(form.kind))) block.charge(1);
  else block.chargeFor(`cel.${isNegated ? "differenceCost" : "equalityCost"}(${String(a)}, ${String(b)})`);
  return {
    code: block.constant("equal", `cel.${isNegated ? "differs" : "equals"}(${String(a)}, ${String(b)})`),
    form: bool,
  };
}
