import { answerWithCosts, reportJSON, reportText } from "./cel/all-rules.js";
import { findSchema, type FoundSchema, type SchemaOptions } from "./cel/find-schema.js";
import { readValue } from "./cel/read-value.js";
import {
  explainExpression,
  outputJSON,
  outputText,
  type ExplainedExpression,
  type SelfValues,
} from "../../runtime/cel/index.js";
import { defaulted } from "../../runtime/crd/index.js";
import { exit, type ExitCode } from "./exit.js";
import { UsageError } from "./failure.js";
import { isReadSchema } from "./import/schema.js";
import type { Terminal } from "./terminal.js";

/** Command-line options, in the form in which the library commander passes them. */
export interface CELOptions extends SchemaOptions {
  /** A JSON value, or the path of a YAML or JSON file. */
  readonly self?: string;
  readonly old?: string;
  readonly format: "text" | "json";
}

/**
 * Runs `codegen cel [EXPRESSION]`: prints the value, the type and the costs of an expression.
 * Without an expression, prints all rules of a definition and their costs for an object. The exit
 * code is 1 for the value `false`, for an error of the expression, and, without an expression, for
 * a refused object or definition.
 */
export async function cel(expression: string | undefined, options: CELOptions, terminal: Terminal): Promise<ExitCode> {
  const values: SelfValues = {
    self: await readValue("--self", options.self, terminal.cwd),
    oldSelf: await readValue("--old", options.old, terminal.cwd),
  };
  const found = await findSchema(options, values.self, terminal.cwd);
  if (found?.refusal !== undefined) terminal.err(`codegen: ${found.refusal}\n`);
  return expression === undefined
    ? validate(found, values, options, terminal)
    : evaluate(expression, found, values, options, terminal);
}

function validate(
  found: FoundSchema | undefined,
  { self, oldSelf }: SelfValues,
  { format, kubernetes }: CELOptions,
  terminal: Terminal,
): ExitCode {
  if (found?.isRoot !== true || self === undefined)
    throw new UsageError(
      "an expression is missing; to check all rules for an object, use --crd FILE --self FILE, without --path",
    );
  if (!isReadSchema(self)) throw new UsageError("--self must be a complete object, with apiVersion and kind");
  const report = answerWithCosts(found.schema, self, oldSelf, kubernetes);
  terminal.out(format === "json" ? reportJSON(report) : reportText(report));
  return report.errors.length > 0 || found.refusal !== undefined ? exit.problems : exit.done;
}

function evaluate(
  expression: string,
  found: FoundSchema | undefined,
  values: SelfValues,
  { format, kubernetes }: CELOptions,
  terminal: Terminal,
): ExitCode {
  // API servers set defaults before they evaluate rules, so this command does the same.
  const { self, oldSelf } = values;
  const set =
    found === undefined ? values : { self: defaulted(self, found.schema), oldSelf: defaulted(oldSelf, found.schema) };
  const explained = explainExpression(expression, found?.schema, set, {
    ...(kubernetes !== undefined && { version: kubernetes }),
    ...(found !== undefined && { isRoot: found.isRoot }),
  });
  if (explained.fault !== undefined) {
    const { fault, position } = explained;
    terminal.out(format === "json" ? json({ error: fault, ...position }) : `${fault}\n`);
    return exit.problems;
  }
  const { result } = explained;
  terminal.out(format === "json" ? json(asJSON(explained)) : asText(explained));
  return result?.error !== undefined || (result !== undefined && "value" in result && result.value === false)
    ? exit.problems
    : exit.done;
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function asJSON({ type, estimatedCost, cost, result }: ExplainedExpression): object {
  const price = { type, estimated: String(estimatedCost) };
  if (result === undefined) return price;
  const value = "value" in result ? { value: outputJSON(result.value) } : { error: result.error };
  return { ...value, ...price, cost: String(cost) };
}

const unbounded = 2n ** 64n - 1n;

function asText({ type, estimatedCost, cost, result, missing }: ExplainedExpression): string {
  const estimated = estimatedCost === unbounded ? "unlimited" : String(estimatedCost);
  if (result === undefined)
    return `not evaluated: the expression needs ${missing.map((name) => (name === "self" ? "--self" : "--old")).join(" and ")}\ntype: ${type}\nestimated cost: ${estimated}\n`;
  const value = "value" in result ? outputText(result.value) : `error: ${result.error}`;
  return `${value}\ntype: ${type}\ncost: ${String(cost)} (estimated: ${estimated})\n`;
}
