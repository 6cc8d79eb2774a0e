import { oncePer } from "../util/once-per.js";
import type { validateTypeRules } from "../rules/rule-errors.js";
import type { CELFunctions } from "../cel/printed/index.js";
import type { ErrorList, FieldError, Path } from "../field/index.js";
import type { Pattern } from "../pattern/index.js";
import type { Rule } from "../schema/rule.js";
import { typeHasRules } from "../rules/type-rules.js";
import { shapeOf, type Schema, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { evaluator, type Evaluate } from "../source/evaluate.js";
import { errorsOf } from "../operation/any-path.js";
import type { Operation } from "../operation/operation.js";
import type { Check, RuleEnvironment } from "./check.js";
import { typePlan, type FieldPlan, type TypePlan } from "./plan.js";
import { typeFromSource } from "./source.js";
import { child } from "../field/below.js";
import { isAbsent, isPresent } from "./presence.js";
import { propertyValueOf } from "./values.js";

/** Type of the hand-written functions `ValidateCustom_<T>` and `ValidateCustom_<T>_<Property>`. */
export type CustomRule = (op: Operation, fldPath: Path | undefined, value: never, oldValue: never) => ErrorList;

/** Functions that a validator needs for some rules, in addition to the schema. */
export interface CustomRules {
  /**
   * Hand-written validation functions. A name begins with the folder of the type:
   * `v1.ValidateCustom_Order`.
   */
  readonly functions?: { readonly [name: string]: () => CustomRule };
  /** Function of `@apimachinery/runtime/pattern`. Required if a schema has patterns. */
  readonly pattern?: (text: string) => Pattern;
  /**
   * Function of `@apimachinery/runtime/cel`. Without this function, CEL rules are not evaluated.
   */
  readonly typeRules?: typeof validateTypeRules;
  /** Generated functions of CEL rules. A CEL rule without such a function is interpreted. */
  readonly cel?: CELFunctions;
}

/** Type of the functions `Validate_<T>`. */
export type Validate<T> = (op: Operation, fldPath: Path | undefined, obj: T, oldObj: T | undefined) => ErrorList;

const none: CustomRules = {};

/**
 * Returns the function that validates objects by the rules of their schema. The function is created
 * when it is first called. It is compiled from source text, if the platform allows this and the
 * schema is not created at run time; otherwise, it interprets the schema. Both forms return the
 * same errors.
 */
export function validator<T>(
  schema: Schema<T>,
  custom: CustomRules = none,
  evaluate: Evaluate | null = evaluator() ?? null,
): Validate<T> {
  const functions = evaluate === null ? tableFunctions : compiledFunctions;
  let compiled: Check | undefined;
  let other: Validate<T> | undefined;
  const validate: Validate<T> = (op, fldPath, obj, oldObj) => {
    if (compiled !== undefined) return errorsOf(compiled, op, fldPath, obj, oldObj);
    if (other !== undefined) return other(op, fldPath, obj, oldObj);
    const own: Check | undefined = typeHasRules(schema) ? functions(custom)(schema) : undefined;
    const isPlain = !hasRules(schema, "custom") && (custom.typeRules === undefined || !hasRules(schema, "cel"));
    if (isPlain && own !== undefined) compiled = own;
    else other = withUsers(schema, own, custom);
    return validate(op, fldPath, obj, oldObj);
  };
  return validate;
}

/**
 * Returns the validation function for a type with hand-written functions or CEL rules, or for a
 * type without rules.
 */
function withUsers<T>(schema: TypeSchema, own: Check | undefined, { typeRules: ofCEL, cel }: CustomRules): Validate<T> {
  const rulesOfCEL = hasRules(schema, "cel") ? ofCEL : undefined;
  const callsUsers = hasRules(schema, "custom");
  return (op, fldPath, obj, oldObj) => {
    let errors: FieldError[] = [];
    // Hand-written functions need real paths, so a first run without paths (`errorsOf`) is useless.
    if (callsUsers) own?.(op, fldPath, obj, oldObj, errors);
    else if (own !== undefined) errors = errorsOf(own, op, fldPath, obj, oldObj);
    return rulesOfCEL === undefined ? errors : rulesOfCEL(schema, op, fldPath, obj, oldObj, errors, cel);
  };
}

type Functions = (schema: TypeSchema) => Check;

/** The functions that compile each type once, with the given hand-written functions. */
const compiledFunctions = oncePer((custom: CustomRules) => createFunctions(custom, evaluator() ?? null));
const tableFunctions = oncePer((custom: CustomRules) => createFunctions(custom, null));

function createFunctions(custom: CustomRules, evaluate: Evaluate | null): Functions {
  const patterns = new Map<string, Pattern>();
  const functionOf: Functions = oncePer((schema) => compileType(schema));
  const environment: RuleEnvironment = {
    // A type can contain itself, so its validation function is looked up at the first call.
    functionOf(schema) {
      let fn: Check | undefined;
      return (op, fldPath, obj, oldObj, errors) => {
        (fn ??= functionOf(schema))(op, fldPath, obj, oldObj, errors);
      };
    },
    handWritten(name) {
      const found = custom.functions?.[name];
      if (found === undefined)
        throw new Error(`the validator has no function ${name}: pass it in the option "functions"`);
      // The cast is safe, because the schema names the function at the type whose values the
      // function validates.
      return found() as (...call: readonly unknown[]) => ErrorList;
    },
    pattern(text) {
      const pattern = patterns.get(text) ?? custom.pattern?.(text);
      if (pattern === undefined) {
        throw new Error(
          `the validator cannot match the pattern ${text}: pass the function of @apimachinery/runtime/pattern in the option "pattern"`,
        );
      }
      patterns.set(text, pattern);
      return pattern;
    },
  };
  const compileType = (schema: TypeSchema): Check => {
    // The name of a type begins with the name of its folder.
    const folder = schema.name.slice(0, schema.name.lastIndexOf(".") + 1);
    const own: RuleEnvironment = { ...environment, handWritten: (name) => environment.handWritten(folder + name) };
    const plan = typePlan(schema, own);
    const isTable = evaluate === null || schema.origin === "runtime";
    const fn = isTable ? typeTable(plan) : typeFromSource(schema, plan, functionOf, evaluate);
    return Object.defineProperty(fn, "name", { value: `validate ${schema.name}` });
  };
  return functionOf;
}

/** Reports whether a type, or a type that it contains, has rules of a kind. */
function hasRules(schema: TypeSchema, kind: "cel" | "custom", seen = new Set<TypeSchema>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { rules, fields = {}, value, bases = [], members = {} } = shapeOf(schema);
  const isRuled = (shape: ValueShape): boolean => {
    switch (shape.type) {
      case "list":
        return isRuled(shape.items);
      case "map":
        return isRuled(shape.values) || (shape.keys !== undefined && hasRules(shape.keys(), kind, seen));
      case "ref":
      case "embedded":
        return hasRules(shape.to(), kind, seen);
      default:
        return false;
    }
  };
  return (
    includesKind(rules, kind) ||
    Object.values(fields).some((field) => includesKind(field.rules, kind) || isRuled(field)) ||
    (value !== undefined && isRuled(value)) ||
    [...bases.map(({ to }) => to), ...Object.values(members)].some((to) => hasRules(to(), kind, seen))
  );
}

function includesKind(rules: readonly Rule[] = [], kind: "cel" | "custom"): boolean {
  return rules.some((rule) => {
    if (rule.kind === "mode") return rule.cases.some((one) => includesKind(one.rules, kind));
    return rule.kind === kind || ("rules" in rule && includesKind(rule.rules, kind));
  });
}

/**
 * Returns the validation function of a type. It calls the checks of the plan, without generated
 * source text.
 */
function typeTable({ own, steps, fields, union }: TypePlan): Check {
  const checks = fields.map(fieldCheck);
  return (op, path, value, oldValue, errors) => {
    if (own.gate?.passes(op, path, value, oldValue, errors) === false) return;
    for (const { check } of own.steps) check(op, path, value, oldValue, errors);
    for (const { check } of steps) check(op, path, value, oldValue, errors);
    // The cast is safe, because only objects have fields.
    for (const check of checks) check(op, path, value as object, oldValue as object | undefined, errors);
    union?.(op, path, value, oldValue, errors);
  };
}

type FieldCheck = (
  op: Operation,
  path: Path | undefined,
  obj: object,
  oldObj: object | undefined,
  errors: FieldError[],
) => void;

function fieldCheck(field: FieldPlan): FieldCheck {
  const { name, of, presence, zero, needs, own, constraints, ofType, isEqual } = field;
  const hasRules = own.gate !== undefined || own.steps.length + constraints.length + ofType.length > 0;
  return (op, fldPath, obj, oldObj, errors) => {
    if (presence === "required" && !isPresent(op, fldPath, obj, oldObj, name, errors, zero, needs)) return;
    if (!hasRules) return;
    const given: unknown = of.nullable === true ? propertyValueOf(obj, name, of) : Reflect.get(obj, name);
    if (field.skipsAbsent && given === undefined) return;
    const value = propertyValueOf(obj, name, of);
    const oldValue = oldValueOf(field, oldObj);
    const isSameAbsence = !field.isEmptyValue || (given === undefined) === (oldValue === undefined);
    if (op.type === "Update" && oldObj !== undefined && isSameAbsence && isEqual(value, oldValue)) return;
    const path = child(fldPath, name);
    if (own.gate?.passes(op, path, value, oldValue, errors) === false) return;
    for (const { check } of own.steps) check(op, path, value, oldValue, errors);
    if (presence === "optional" && isAbsent(op, fldPath, obj, name, zero, needs)) return;
    if (given !== undefined || !of.optional)
      for (const { check } of constraints) check(op, path, value, oldValue, errors);
    if (given !== undefined || !field.isOfPresent)
      for (const { check } of ofType) check(op, path, value, oldValue, errors);
  };
}

function oldValueOf({ name, of, isOldRead }: FieldPlan, oldObj: object | undefined): unknown {
  if (oldObj === undefined) return undefined;
  return isOldRead ? propertyValueOf(oldObj, name, of) : Reflect.get(oldObj, name);
}
