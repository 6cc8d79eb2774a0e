import { fieldPathProblem } from "./field-path.js";
import { ruleTextErrors } from "./rule-texts.js";
import { Path, type FieldError } from "../../field/index.js";
import { checkSource, usesVariable, type CheckContext } from "../check/check.js";
import { estimatedCost } from "../cost/estimate.js";
import { ProgramProblem } from "../evaluate/plan.js";
import { Program } from "../evaluate/program.js";
import { callLimit } from "../base/limits.js";
import { reader } from "../values/read.js";
import { EvaluationError, type JSONInput, type Result } from "../values/value.js";
import { SourceProblems, type CELPosition } from "../base/source.js";
import type { CELRule, WrittenRule } from "../types/rule.js";
import { schemaType, selfSchema, type CELSchema, type SchemaValueType } from "../types/schema.js";
import type { ExpressionType } from "../types/type.js";
import { CELOptional } from "../values/classes.js";

/** The error of a rule, as kube-apiserver reports it for a custom resource definition. */
export interface RuleError {
  readonly type: "Invalid" | "Required" | "InternalError";
  readonly detail: string;
  /** The position in the expression; absent for an error of the whole rule. */
  readonly position?: CELPosition;
}

/** A rule for the values of a schema. */
export interface CompiledRule {
  /** The first problem of the rule; absent if the rule is valid. */
  readonly error?: RuleError;
  /**
   * True if the rule uses `oldSelf`. Such a rule applies to updates only, unless `optionalOldSelf`
   * is true.
   */
  readonly usesOldSelf: boolean;
  /**
   * Upper bound of the cost of one evaluation, as Kubernetes estimates it; 2n ** 64n - 1n if the
   * cost is not bounded, and 0n for a rule with an error.
   */
  readonly estimatedCost: bigint;
  /**
   * Evaluates the rule. For a rule with an error, returns the detail of this error.
   *
   * @param oldSelf the value before the update; undefined if there is none
   * @param budget cost limit of this evaluation. Default: Kubernetes' limit of 1,000,000
   */
  evaluate(self: JSONInput, oldSelf?: JSONInput, budget?: bigint): RuleResult;
}

/**
 * The result of a rule: whether the value passes the rule, or the message of the error that ended
 * the evaluation.
 */
export type RuleResult =
  | { readonly passes: boolean; readonly error?: undefined; readonly cost: bigint }
  | { readonly error: string; readonly cost: bigint };

export interface RuleOptions {
  /**
   * The Kubernetes version whose CEL language is used, such as "1.34". Default: the newest known
   * version.
   */
  readonly version?: string;
  /**
   * True if the schema describes a whole object, so that rules can use kind, apiVersion,
   * metadata.name and metadata.generateName.
   */
  readonly isRoot?: boolean;
}

/**
 * Parses, checks and compiles a rule for the values of a structural schema.
 *
 * @throws RangeError for an unknown version of Kubernetes; problems of the rule are part of the
 * result
 */
export function compileRule(rule: CELRule, given: CELSchema, { version, isRoot }: RuleOptions = {}): CompiledRule {
  const schema = selfSchema(given, isRoot);
  const reason = errorOfFields(rule, schema);
  if (reason !== undefined) return wrong(reason);
  const self = schemaType(schema);
  if (self === undefined) return wrong({ type: "InternalError", detail: noType });
  const programs = compiled(rule, self, version);
  if (programs.error !== undefined) return wrong(programs.error, programs.usesOldSelf);
  const { program, usesOldSelf, message } = programs;
  const problem = message?.error ?? (usesOldSelf || rule.optionalOldSelf === undefined ? undefined : unusedOldSelf);
  if (problem !== undefined) return wrong(problem, usesOldSelf);
  const read = reader(schema);
  return {
    usesOldSelf,
    estimatedCost: estimatedCost(program.checked),
    evaluate(value, oldValue, budget = BigInt(callLimit)) {
      const old = usesOldSelf ? oldSelfOf(rule, oldValue === undefined ? undefined : read(oldValue)) : undefined;
      const { value: result, cost } = program.evaluate([read(value), old], Number(budget));
      return result instanceof EvaluationError
        ? { error: result.message, cost: BigInt(cost) }
        : { passes: result === true, cost: BigInt(cost) };
    },
  };
}

/**
 * Returns the value of `oldSelf`: an optional for a rule with `optionalOldSelf`, otherwise the old
 * value itself.
 *
 * @param old the old value; undefined if there is none
 */
export function oldSelfOf({ optionalOldSelf }: WrittenRule, old: Result | undefined): Result | undefined {
  return optionalOldSelf === true ? new CELOptional(old) : old;
}

const noType =
  "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";

const unusedOldSelf: RuleError = { type: "Invalid", detail: "may not be set if oldSelf is not used in rule" };

function wrong(error: RuleError, usesOldSelf = false): CompiledRule {
  return { error, usesOldSelf, estimatedCost: 0n, evaluate: () => ({ error: error.detail, cost: 0n }) };
}

/**
 * Returns the first error of a rule that can be found without parsing its expressions; undefined if
 * there is none.
 */
function errorOfFields(rule: CELRule, schema: CELSchema): RuleError | undefined {
  const [first] = ruleTextErrors(Path.of("rule"), { ...schema, "x-kubernetes-validations": [rule] });
  return first && { type: typeOf(first), detail: first.detail };
}

function typeOf({ type }: FieldError): RuleError["type"] {
  return type === "FieldValueRequired" ? "Required" : "Invalid";
}

/** A compiled expression. */
interface ExpressionProgram {
  readonly error?: undefined;
  readonly program: Program;
  readonly usesOldSelf: boolean;
}

interface WrongProgram {
  readonly error: RuleError;
  readonly program?: undefined;
  readonly usesOldSelf: boolean;
}

/** The compiled expressions of a rule whose main expression is valid. */
export interface Programs extends ExpressionProgram {
  /** The compiled messageExpression, or its error; absent if the rule has none. */
  readonly message?: ExpressionProgram | WrongProgram;
}

/** The expressions of a rule, and whether `oldSelf` is an optional in them. */
export type Expressions = Pick<WrittenRule, "rule" | "messageExpression" | "optionalOldSelf">;

/** Compiles the expressions of a rule. */
export function compiled(
  rule: Expressions,
  self: SchemaValueType,
  version: string | undefined,
): Programs | WrongProgram {
  const { messageExpression = "", optionalOldSelf } = rule;
  const context: CheckContext = { version, self, optionalOldSelf };
  const main = programOf(rule.rule ?? "", context, ruleKind);
  if (main.error !== undefined || messageExpression === "") return main;
  return { ...main, message: programOf(messageExpression, context, messageKind) };
}

/** The requirement for the type of an expression, and parts of the messages for its problems. */
export interface ExpressionKind {
  /** Returns the message for a wrong type; undefined for a right one. */
  readonly typeFault: (type: ExpressionType) => string | undefined;
  /** The type of the error for an expression that cannot be evaluated. Default: `Invalid`. */
  readonly failureType?: RuleError["type"];
  readonly failure: string;
  /** The beginning of the message for an expression with problems. Default: empty. */
  readonly name?: string;
}

const ruleKind: ExpressionKind = {
  typeFault: ({ kind }) => (kind === "bool" ? undefined : "cel expression must evaluate to a bool"),
  failure: "program instantiation failed",
};

const messageKind: ExpressionKind = {
  typeFault: ({ kind }) => (kind === "string" ? undefined : "messageExpression must evaluate to a string"),
  failure: "messageExpression instantiation failed",
  name: "messageExpression ",
};

/** Compiles an expression. */
export function programOf(
  text: string,
  context: CheckContext,
  { typeFault, failureType = "Invalid", failure, name = "" }: ExpressionKind,
): ExpressionProgram | WrongProgram {
  const checked = checkSource(text, context);
  if (checked instanceof SourceProblems) return { error: compilationError(checked, name), usesOldSelf: false };
  const fault = typeFault(checked.type);
  if (fault !== undefined) return { error: invalid(fault), usesOldSelf: false };
  const usesOldSelf = usesVariable(checked, "oldSelf");
  try {
    return { program: new Program(checked), usesOldSelf };
  } catch (error) {
    if (!(error instanceof ProgramProblem)) throw error;
    return { error: { type: failureType, detail: `${failure}: ${error.message}` }, usesOldSelf };
  }
}

/** Returns the error for an expression with problems. */
function compilationError(problems: SourceProblems, name: string): RuleError {
  const { position } = problems;
  return {
    ...invalid(`${name}compilation failed: ${problems.toString()}`),
    ...(position !== undefined && { position }),
  };
}

function invalid(detail: string): RuleError {
  return { type: "Invalid", detail };
}

/**
 * Returns the path of the field to which a rule assigns its errors; empty if the rule has no valid
 * `fieldPath`, so that it assigns its errors to the value itself.
 */
export function fieldPathOf({ fieldPath = "" }: WrittenRule, schema: CELSchema): string {
  if (fieldPath === "") return "";
  const found = fieldPathProblem(fieldPath, schema, { allowsArrayNotation: true });
  return "fault" in found ? "" : found.place;
}
