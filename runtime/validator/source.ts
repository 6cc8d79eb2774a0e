import type { RuleValue } from "../rules/value.js";
import type { TypeSchema } from "../schema/schema.js";
import type { Evaluate } from "../source/evaluate.js";
import { SourceText } from "../source/source-text.js";
import { child, index } from "../field/below.js";
import { isAbsent, isFilled, isPresent } from "./presence.js";
import type { Check } from "./check.js";
import type { RulePlan, Step } from "./checks.js";
import { isInherited } from "../json/values.js";
import { access, filledTest, guardOf } from "./guards.js";
import type { FieldPlan, TypePlan } from "./plan.js";
import { isComparableValue, zeroOfKind } from "./values.js";

const parameters = "(op, fldPath, obj, oldObj, errors)";

/** Returns the validation function of a type, compiled from generated source text. */
export function typeFromSource(
  schema: TypeSchema,
  plan: TypePlan,
  functionOf: (schema: TypeSchema) => Check,
  evaluate: Evaluate,
): Check {
  const file = new CheckText();
  const body = typeSource(file, plan);
  const text = `${file.stubs(functionOf)}return ${parameters} => {\n${body}};`;
  return file.run(text, `validate/${schema.name}`, evaluate) as Check;
}

class CheckText extends SourceText {
  readonly #types = new Map<TypeSchema, string>();

  /** Returns the name of the variable that holds the validation function of a type. */
  typeFunction(type: TypeSchema): string {
    const name = this.#types.get(type) ?? `t${String(this.#types.size)}`;
    this.#types.set(type, name);
    return name;
  }

  /**
   * Returns the declarations of the variables that hold validation functions. Each function is
   * created at its first call.
   */
  stubs(functionOf: (schema: TypeSchema) => Check): string {
    const stub = (name: string, make: () => Check): string =>
      `let ${name} = ${parameters} => (${name} = ${this.constant(make)}())${parameters};\n`;
    return Array.from(this.#types, ([type, name]) => stub(name, () => functionOf(type))).join("");
  }
}

/** The value that the source text checks, and the names of the variables that hold it. */
interface Scope {
  readonly file: CheckText;
  readonly of: RuleValue;
  readonly value: string;
  readonly oldValue: string;
  readonly path: string;
}

function typeSource(file: CheckText, { of, own, steps, fields, union }: TypePlan): string {
  const scope: Scope = { file, of, value: "obj", oldValue: "oldObj", path: "fldPath" };
  const rest = [
    ...steps.map((step) => stepSource(step, scope)),
    ...fields.map((field) => fieldSource(file, field)),
    union === undefined ? "" : `${callOf(file.constant(union), scope)};\n`,
  ];
  const isUpdate = 'const isUpdate = op.type === "Update" && oldObj !== undefined;\n';
  return isUpdate + planSource(own, scope, rest.join(""));
}

/**
 * Returns the statements that check the rules of a value. `rest` runs only if the gate of the plan
 * passes.
 */
function planSource({ gate, steps }: RulePlan, scope: Scope, rest: string): string {
  const after = stepsSource(steps, scope) + rest;
  if (gate === undefined) return after;
  const guard = guardOf(gate.rules, scope.of, scope.value);
  const passes = callOf(scope.file.constant(gate.passes), scope);
  const test = guard === undefined ? passes : `!(${guard}) || ${passes}`;
  return after === "" ? `${test};\n` : when(test, after);
}

function stepsSource(steps: readonly Step[], scope: Scope): string {
  return steps.map((step) => stepSource(step, scope)).join("");
}

function stepSource({ rules, check, calls }: Step, scope: Scope): string {
  const { file, of, value, oldValue, path } = scope;
  const checked = when(guardOf(rules, of, value), `${callOf(file.constant(check), scope)};\n`);
  if (calls === undefined) return checked;
  // A direct call of the type's validation function is faster than a call through the check.
  const validate = file.typeFunction(calls.type);
  if (calls.per === "value")
    return when(of.pointer ? `${value} !== undefined` : undefined, `${callOf(validate, scope)};\n`);
  const item = { ...scope, value: `${value}[at]`, oldValue: "undefined", path: `${file.constant(index)}(${path}, at)` };
  const loop = `for (let at = 0; at < ${value}?.length; at++) ${callOf(validate, item)};\n`;
  return calls.per === "item" ? loop : `if (${oldValue} === undefined) ${loop}else ${checked}`;
}

/** Returns the statements that check a property. */
function fieldSource(file: CheckText, field: FieldPlan): string {
  const { name, presence } = field;
  const block = fieldBlock(file, field);
  if (presence !== "required") return block === "" ? "" : `{\n${block}}\n`;
  const filled = filledSource(file, field, access("obj", name));
  const test = either(filled, presenceCall(file, field, isPresent, "obj, oldObj", "errors"));
  return block === "" ? `${test};\n` : when(test, block);
}

/**
 * Returns the statements that check the value of a property; empty if the property has no rules.
 */
function fieldBlock(file: CheckText, field: FieldPlan): string {
  const { name, of, presence, own, constraints, ofType } = field;
  const path = `${file.constant(child)}(fldPath, ${JSON.stringify(name)})`;
  const all = [...(own.gate === undefined ? [] : [own.gate]), ...own.steps, ...constraints, ...ofType];
  // If all checks have a condition that is evaluated first, a valid value needs no path, so the
  // path is created only when a check is called.
  const isInline = all.every(({ rules }) => guardOf(rules, of, "value") !== undefined);
  const scope: Scope = { file, of, value: "value", oldValue: "oldValue", path: isInline ? path : "path" };
  const given = of.nullable === true ? "value" : access("obj", name);
  const isGiven = `${given} !== undefined`;
  const rest =
    when(of.optional ? isGiven : undefined, stepsSource(constraints, scope)) +
    when(field.isOfPresent ? isGiven : undefined, stepsSource(ofType, scope));
  const filled = filledSource(file, field, "value");
  const isThere = either(filled, `!${presenceCall(file, field, isAbsent, "obj")}`);
  // For an absent optional property, only its own rules run.
  const statements = planSource(own, scope, when(presence === "optional" ? isThere : undefined, rest));
  if (statements === "") return "";
  return [
    `const value = ${valueSource(field)};\n`,
    `const oldValue = ${oldValueSource(field)};\n`,
    when(changeTest(file, field, given), isInline ? statements : `const path = ${path};\n${statements}`),
  ].join("");
}

function filledSource(file: CheckText, { name, of }: FieldPlan, value: string): string | undefined {
  return isInherited(name) ? undefined : filledTest(of.shape, value, file.constant(isFilled));
}

function presenceCall(
  file: CheckText,
  { name, zero, needs }: FieldPlan,
  fn: unknown,
  objects: string,
  ...more: readonly string[]
): string {
  const args = ["op", "fldPath", objects, JSON.stringify(name), ...more, file.constant(zero), file.constant(needs)];
  return `${file.constant(fn)}(${args.join(", ")})`;
}

/**
 * Returns the condition under which a property is checked: in an update, only if its value has
 * changed.
 */
function changeTest(file: CheckText, { of, isEqual, isEmptyValue, skipsAbsent }: FieldPlan, given: string): string {
  const differs = isComparableValue(of) ? "value !== oldValue" : `!${file.constant(isEqual)}(value, oldValue)`;
  const isOneAbsent = isEmptyValue ? ` || (${given} === undefined) !== (oldValue === undefined)` : "";
  const isChanged = `!isUpdate || ${differs}${isOneAbsent}`;
  return skipsAbsent ? `value !== undefined && (${isChanged})` : isChanged;
}

function valueSource({ name, of, skipsAbsent }: FieldPlan): string {
  const own = access("obj", name);
  if (of.nullable === true) return `${own} ?? undefined`;
  return of.optional && !of.pointer && !skipsAbsent ? `${own} ?? ${zeroSource(of)}` : own;
}

function oldValueSource({ name, of, isOldRead }: FieldPlan): string {
  const own = access("oldObj", name, true);
  if (!isOldRead) return own;
  return of.nullable === true ? `${own} ?? undefined` : `oldObj && (${own} ?? ${zeroSource(of)})`;
}

function zeroSource({ kind }: RuleValue): string {
  return JSON.stringify(zeroOfKind(kind));
}

function callOf(name: string, { path, value, oldValue }: Scope): string {
  return `${name}(op, ${path}, ${value}, ${oldValue}, errors)`;
}

function either(cheap: string | undefined, test: string): string {
  return cheap === undefined ? test : `${cheap} || ${test}`;
}

/**
 * Returns statements that run only under a condition. Returns the statements themselves if the
 * condition is undefined.
 */
function when(condition: string | undefined, statements: string): string {
  return condition === undefined || statements === "" ? statements : `if (${condition}) {\n${statements}}\n`;
}
