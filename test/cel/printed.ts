import { runInThisContext } from "node:vm";
import { bind, type CELFunction, type CELFunctions, type MakeFunction } from "../../runtime/cel/printed/evaluate.js";
import * as cel from "../../runtime/cel/printed/index.js";
import { printExpression, type PrintOptions } from "../../runtime/cel/print/index.js";
import { printRules } from "../../runtime/cel/print/rules.js";
import { selfSchema } from "../../runtime/cel/types/schema.js";
import type { CELRuleSchema, CELSchema } from "../../runtime/cel/index.js";

/**
 * Returns the printed function of an expression; undefined if closures have to evaluate it. Here,
 * the code is compiled at run time.
 */
export function printedFunction(text: string, schema: CELSchema, options: PrintOptions = {}): CELFunction | undefined {
  const code = printExpression(text, schema, options);
  return code === undefined ? undefined : bind(functionOf(code), selfSchema(schema, options.isRoot));
}

/** Returns printed code without its types. */
export function withoutTypes(code: string): string {
  return code.replaceAll(/^((?:let|const) \w+): [^=;]+/gm, "$1 ");
}

export function functionOf(code: string): MakeFunction {
  const make = runInThisContext(`(cel) => ${withoutTypes(code)}`) as (functions: typeof cel) => MakeFunction;
  return make(cel);
}

/** Returns the printed functions of the rules of a schema. */
export function printedRules(schema: CELRuleSchema, type: string, isRoot: boolean): CELFunctions {
  return Object.fromEntries(
    printRules(schema, type, isRoot).map(({ place, code }) => [place, functionOf(code)] as const),
  );
}
