import { callCost } from "../evaluate/costs.js";
import { operators } from "../evaluate/operators.js";
import type { Plan } from "../evaluate/plan.js";
import type { Block } from "./block.js";
import { boxed, unboxed } from "./boxed.js";
import { Unprintable, type Operand } from "./form.js";
import { printNative } from "./native.js";
import { named, print, type Variables } from "./printer.js";

type CallPlan = Extract<Plan, { kind: "call" }>;

/** Prints the call of a function. */
export function printCall(plan: CallPlan, block: Block, variables: Variables): Operand {
  const parts = plan.arguments.map((each) => print(each, block, variables));
  return printNative(plan, parts, block) ?? printGeneral(plan, parts, block);
}

/** Prints a call of the function that closures call. */
function printGeneral({ call, arguments: plans, type }: CallPlan, parts: readonly Operand[], block: Block): Operand {
  const { name, overload } = call;
  if (overload === "" && !Object.hasOwn(operators, name)) throw new Unprintable();
  const [, second] = plans;
  const isSearch = second?.kind === "constant" && typeof second.value === "string" && searches.includes(name);
  const text = isSearch ? `, ${JSON.stringify(second.value)}` : "";
  const { code } = block;
  const run = code.constant(hintOf(name), `cel.call(${JSON.stringify(name)}, ${JSON.stringify(overload)}, ${String(plans.length)}${text})`);
  const values = parts.map((part) => named({ code: boxed(part, block), form: part.form }, block));
  const cost = callCost(name, overload);
  const result = `${run}(${values.join(", ")})`;
  if (typeof cost === "number") {
    block.charge(cost);
    return unboxed(result, type, block, hintOf(name));
  }
  const found = block.constant(hintOf(name), `cel.value(${result})`);
  const costOf = code.constant(`${hintOf(name)} cost`, `cel.costOf(${JSON.stringify(name)}, ${JSON.stringify(overload)})`);
  block.chargeFor(`${costOf}([${values.join(", ")}], ${found})`);
  return unboxed(found, type, block, hintOf(name));
}

const searches: readonly string[] = ["matches", "find", "findAll"];

/** The names of operators in printed code. */
const hints: Readonly<Record<string, string>> = {
  "_+_": "sum",
  "_-_": "difference",
  "_*_": "product",
  "_/_": "quotient",
  "_%_": "rest",
  "-_": "negative",
  "!_": "not",
  "_<_": "isLess",
  "_<=_": "isAtMost",
  "_>_": "isGreater",
  "_>=_": "isAtLeast",
  "@in": "isIn",
};

function hintOf(name: string): string {
  return hints[name] ?? name.split(".").at(-1) ?? name;
}

