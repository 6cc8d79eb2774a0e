import type { Plan } from "../evaluate/plan.js";
import type { Block } from "./block.js";
import { boxed } from "./boxed.js";
import { bool, type Operand } from "./form.js";
import type { Scope } from "./scope.js";

const scalars: readonly string[] = ["bool", "int", "double", "string"];

/** Prints `==` or `!=`. */
export function printEquality(
  { kind, left, right }: Extract<Plan, { kind: "equals" | "differs" }>,
  block: Block,
  scope: Scope,
): Operand {
  const [a, b] = [scope.print(left, block), scope.print(right, block)];
  const isNegated = kind === "differs";
  const first = a.form.kind;
  if (first !== b.form.kind || !scalars.includes(first)) return printGeneral(a, b, isNegated, block);
  const [one, other] = first === "string" ? [block.named(a.code), block.named(b.code)] : [a.code, b.code];
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
  const [a, b] = [boxed(left, block), boxed(right, block)].map((code) => block.named(code));
  if ([left, right].every(({ form }) => ["bool", "int", "double"].includes(form.kind))) block.charge(1);
  else block.chargeFor(`cel.${isNegated ? "differenceCost" : "equalityCost"}(${String(a)}, ${String(b)})`);
  return {
    code: block.constant("equal", `cel.${isNegated ? "differs" : "equals"}(${String(a)}, ${String(b)})`),
    form: bool,
  };
}
