import { checkSource, type CheckedSource } from "../check/check.js";
import { ProgramProblem } from "../evaluate/plan.js";
import { planned } from "../evaluate/planner.js";
import { SourceProblems } from "../base/source.js";
import { schemaType, selfSchema, type CELSchema } from "../types/schema.js";
import { CodeBlock, Code } from "./block.js";
import { boxed } from "./boxed.js";
import { Unprintable, type Operand } from "./form.js";
import { readAs, readingOf } from "./parts.js";
import { print } from "./printer.js";
import { PrintScope } from "./scope.js";

export interface PrintOptions {
  /**
   * The Kubernetes version whose CEL language is used, such as "1.34". Default: the newest known
   * version.
   */
  readonly version?: string | undefined;
  /** True if the schema is that of a whole object. */
  readonly isRoot?: boolean;
  /** True if the value of `oldSelf` is an optional. */
  readonly optionalOldSelf?: boolean | undefined;
}

/**
 * Prints an expression about the values of a schema as a JavaScript function of the type
 * `MakeFunction`. Returns undefined for an invalid expression, and for an expression that only the
 * evaluator can evaluate.
 */
export function printExpression(
  text: string,
  given: CELSchema,
  { version, isRoot, optionalOldSelf = false }: PrintOptions = {},
): string | undefined {
  const schema = selfSchema(given, isRoot);
  const self = schemaType(schema);
  const checked = self && checkSource(text, { version, self, optionalOldSelf });
  if (checked === undefined || checked instanceof SourceProblems) return undefined;
  try {
    return functionOf(checked, schema, optionalOldSelf);
  } catch (error) {
    if (error instanceof Unprintable || error instanceof ProgramProblem) return undefined;
    throw error;
  }
}

function functionOf(checked: CheckedSource, schema: CELSchema, optionalOldSelf: boolean): string {
  const { plan } = planned(checked);
  const code = new Code();
  const block = new CodeBlock(code);
  const used = { self: false, oldSelf: false };
  const variable = (name: "self" | "oldSelf"): Operand => {
    used[name] = true;
    const reading = readingOf(block, schema, []);
    if (name === "self" || !optionalOldSelf) return readAs(reading, name, block, hintOf(name, reading.code));
    const old = block.constant("old", `oldSelf === undefined ? undefined : ${reading.code}(oldSelf)`);
    return { code: old, form: { kind: "optional", of: reading.form } };
  };
  const scope = new PrintScope(print, [
    [0, () => variable("self")],
    [1, () => variable("oldSelf")],
  ]);
  const result = scope.print(plan, block);
  const value = block.named(boxed(result, block), "result");
  return functionText(code, block, used, value);
}

function hintOf(name: "self" | "oldSelf", reading: string): string {
  if (name === "oldSelf") return "old";
  return reading === "cel.object" ? "object" : reading === "cel.list" ? "list" : "value";
}

function functionText(
  { constants }: Code,
  block: CodeBlock,
  used: { readonly self: boolean; readonly oldSelf: boolean },
  value: string,
): string {
  const names = ["meter", used.self || !used.oldSelf ? "self" : "_self", "oldSelf"];
  const parameters = names.slice(0, used.oldSelf ? 3 : used.self ? 2 : 1).join(", ");
  const cost = String(block.cost);
  const statements = block.statements().filter((line) => line !== "");
  const body = block.hasCharges
    ? [`let cost = ${cost};`, ...statements, "meter.cost = cost;"]
    : [...statements, `meter.cost = ${cost};`];
  const inner = withoutUnused([...body, `return ${value};`]);
  const text = [`(${parameters}) => {`, ...inner, "}"].join("\n");
  const before = constants.filter((line) => occurrences(nameOf(line), text + constants.join("\n")) > 1);
  if (before.length === 0) return `() => ${text}`;
  const reads = before.some((line) => /= read\(/.test(line)) ? "read" : "";
  return [`(${reads}) => {`, ...before, `return ${text};`, "}"].join("\n");
}

/**
 * Removes the names of constants that are not used. Their code remains, because it checks values.
 */
function withoutUnused(lines: readonly string[]): readonly string[] {
  const text = lines.join("\n");
  return lines.map((line) => {
    const isUnused = line.startsWith("const ") && occurrences(nameOf(line), text) === 1;
    return isUnused ? line.slice(line.indexOf(" = ") + 3) : line;
  });
}

function nameOf(declaration: string): string {
  return declaration.split(/[ :]/, 2)[1] ?? "";
}

function occurrences(name: string, text: string): number {
  return text.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
}
