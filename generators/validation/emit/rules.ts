import type { TypeId } from "../../../engine/model/universe.js";
import type { Printable } from "../../../engine/print/symbol.js";
import { propertyAccess } from "../../../engine/render.js";
import { formatFunction } from "../../../runtime/rules/format-function.js";
import type { Value } from "../native.js";
import type { Check, Rule } from "../rule.js";
import {
  conditionOf,
  enumerationCall,
  equalityFunction,
  keyFunction,
  valueExpression,
  type Condition,
} from "./conditions.js";
import { constraintStatements } from "./constraints.js";
import { isPresentList, itemLoop } from "./items.js";
import { memberTest, selectorTest } from "./members.js";
import { call, callHandWritten, helper, scopeInside, type ValueScope } from "./scope.js";
import { inlineValidator, push, run, when, type Statement, type Validator } from "./statement.js";
import { updateStatements } from "./updates.js";

/**
 * Returns the statements for the rules of one value, followed by the statements of `rest`. The
 * rules of the cohort `""` run first. If one of its short circuits fails, `rest` does not run.
 */
export function emitRules(
  rules: readonly Rule[],
  scope: ValueScope,
  rest: (scope: ValueScope) => readonly Statement[],
): readonly Statement[] {
  const named = [...new Set(rules.map(({ cohort }) => cohort))].filter((cohort) => cohort !== "");
  const first = rules.filter(({ cohort }) => cohort === "");
  return emitCohort(first, scope, (inner) => [
    ...named.flatMap((name) =>
      emitCohort(
        rules.filter(({ cohort }) => cohort === name),
        inner,
        () => [],
      ),
    ),
    ...rest(inner),
  ]);
}

function emitCohort(
  rules: readonly Rule[],
  scope: ValueScope,
  rest: (scope: ValueScope) => readonly Statement[],
): readonly Statement[] {
  const sooner = rules.filter(({ shortCircuit }) => shortCircuit);
  const later = rules.filter(({ shortCircuit }) => !shortCircuit);
  const after = (inner: ValueScope): readonly Statement[] => [
    ...later.flatMap((rule) => emitRule(rule, inner)),
    ...rest(inner),
  ];
  const [only] = sooner;
  if (only === undefined) return after(scope);
  const condition = sooner.length === 1 ? conditionOf(only.check, scope) : undefined;
  if (condition !== undefined) return emitSingle(only, condition, scope, after);
  return emitSeveral(sooner, scope, after);
}

function emitSingle(
  rule: Rule,
  condition: Condition,
  scope: ValueScope,
  after: (scope: ValueScope) => readonly Statement[],
): readonly Statement[] {
  const inner = condition.excludesUndefined === true ? { ...scope, isKnown: true } : scope;
  const statements = after(inner);
  if (rule.nonError || condition.error === undefined) return when(condition.passes, statements);
  return when(condition.fails, [push(marked(rule, condition.error))], statements);
}

/**
 * Returns statements that run all short circuits. The other rules run only if no short circuit
 * fails.
 */
function emitSeveral(
  sooner: readonly Rule[],
  scope: ValueScope,
  after: (scope: ValueScope) => readonly Statement[],
): readonly Statement[] {
  const start = scope.fresh("start");
  const guards: Printable[] = [];
  const checks: Statement[] = [];
  let known = scope;
  let canFail = false;
  for (const rule of sooner) {
    const condition = conditionOf(rule.check, scope);
    if (condition?.excludesUndefined === true) known = { ...known, isKnown: true };
    if (rule.nonError && condition === undefined) {
      const name = scope.fresh("ignored");
      checks.push(collect(name, rule, scope));
      guards.push(`${name}.length === 0`);
    } else if (condition !== undefined && (rule.nonError || condition.excludesUndefined === true)) {
      guards.push(condition.passes);
    }
    if (!rule.nonError) {
      canFail ||= condition?.excludesUndefined !== true;
      checks.push(...emitRule(rule, scope));
    }
  }
  const statements = after(known);
  if (statements.length === 0) return checks.filter((statement) => !isIgnored(statement));
  return [
    ...(canFail ? [run(`const ${start} = errors.length`)] : []),
    ...checks,
    ...when(
      [...(canFail ? [`errors.length === ${start}`] : []), ...guards].flatMap((guard, at) =>
        at === 0 ? [guard] : [" && ", guard],
      ),
      statements,
    ),
  ];
}

function isIgnored(statement: Statement): boolean {
  return statement.kind === "each" && statement.isBare === true;
}

/** Returns a statement for a rule whose failure is not an error, but stops other rules. */
function collect(name: string, rule: Rule, scope: ValueScope): Statement {
  const statements = emitRule({ ...rule, nonError: false }, scope);
  return {
    kind: "each",
    fn: [`const ${name} = `, helper("collect")],
    args: [],
    validator: { kind: "inline", parameters: "errors", body: { statements } },
    isBare: true,
  };
}

/** Returns the statements of one rule, without regard to its cohort. */
export function emitRule(rule: Rule, scope: ValueScope): readonly Statement[] {
  if (rule.nonError) return [];
  const condition = conditionOf(rule.check, scope);
  if (condition !== undefined) {
    return condition.error === undefined ? [] : when(condition.fails, [push(marked(rule, condition.error))]);
  }
  if (rule.check.kind === "fixed") {
    const { result, message } = rule.check;
    const error = call("forcedFailure", scope.path, scope.value, JSON.stringify(message));
    return result ? [] : [push(marked(rule, error))];
  }
  const statements = emitCheck(rule.check, scope);
  if (rule.stability === undefined || statements.length === 0) return statements;
  const from = scope.fresh("from");
  return [
    run(`const ${from} = errors.length`),
    ...statements,
    run(call("markStability", "errors", from, JSON.stringify(rule.stability))),
  ];
}

function emitCheck(check: Check, scope: ValueScope): readonly Statement[] {
  const { value, path } = scope;
  switch (check.kind) {
    case "format":
      return ifPresent(scope, [run(call(formatFunction(check.format), path, value, "errors"))]);
    case "enum":
      return ifPresent(scope, [run(enumerationCall(check, scope))]);
    case "update":
      return updateStatements(check, scope);
    case "unique":
      return [run(call("unique", path, value, keyFunction(scope.file, check.identity), "errors"))];
    case "custom":
      return when(call("isReal", path), [run(call("append", "errors", callHandWritten(check.fn, scope)))]);
    case "type":
      return typeStatements(check.id, scope);
    case "crd":
      return ifPresent(scope, [run(call("embeddedResource", path, value, "errors"))]);
    case "crdGroup":
      return ifPresent(scope, constraintStatements(check.rules, { ...scope, isKnown: true }, emitRule));
    case "option":
      return when(
        call("hasOption", "op", path, JSON.stringify(check.option), String(check.enabled), "errors"),
        emitRule(check.inner, scope),
      );
    case "union":
    case "zeroOrOneOf":
      return ifPresent(scope, [run(unionCall(check, scope))]);
    case "dependentRequired":
    case "dependentForbidden":
      return ifPresent(scope, [run(dependencyCall(check, scope))]);
    case "mode":
      return ifPresent(scope, modeStatements(check, scope));
    default:
      return emitPartCheck(check, scope);
  }
}

function ifPresent({ value, of, isKnown }: ValueScope, statements: readonly Statement[]): readonly Statement[] {
  return of.pointer && !isKnown ? when(`${value} !== undefined`, statements) : statements;
}

function typeStatements(id: TypeId, scope: ValueScope): readonly Statement[] {
  const { file, value, oldValue, path, of, isKnown } = scope;
  const validate = run([file.typeFunction(id), "(op, ", path, `, ${value}, ${oldValue}, errors)`]);
  if (!of.pointer || isKnown) return [validate];
  const unset = file.unsetRules(id).flatMap((one) => emitRule(one, scope));
  return when(`${value} !== undefined`, [validate], unset);
}

/** Returns the statements that apply a rule to items, keys or properties of a value. */
function emitPartCheck(check: Check, scope: ValueScope): readonly Statement[] {
  const { oldValue } = scope;
  const { universe } = scope.file;
  switch (check.kind) {
    case "eachItem": {
      const { identity, element, inner } = check;
      const validator = validatorOf(inner, element, scope);
      if (identity === undefined && validator.kind === "named" && isPresentList(scope))
        return [itemLoop(validator.fn, scope)];
      const equal = identity?.kind === "keys" ? [", equal: ", equalityFunction(scope.file, element)] : "";
      // Only in an update does an old list exist, in which the old value of an item is searched.
      const correlation =
        identity === undefined
          ? "undefined"
          : [`${oldValue} && { keyOf: `, keyFunction(scope.file, identity), equal, " }"];
      return [each("eachItem", scope, [correlation], validator)];
    }
    case "eachValue":
      return [
        each(
          "eachValue",
          scope,
          [equalityFunction(scope.file, check.element)],
          validatorOf(check.inner, check.element, scope),
        ),
      ];
    case "eachKey":
      return [each("eachKey", scope, [], validatorOf(check.inner, check.key, scope))];
    case "item": {
      const matches = ["(item) => ", check.selector.map(selectorTest("item")).join(" && ")];
      return [
        each(
          "item",
          scope,
          [matches, equalityFunction(scope.file, check.element)],
          validatorOf(check.inner, check.element, scope),
        ),
      ];
    }
    case "subfield": {
      const { field, inner } = check;
      const getter = `(obj) => ${valueExpression(universe, "obj", field)}`;
      const equal = equalityFunction(scope.file, field.value);
      const args = [JSON.stringify(field.name), getter, equal];
      return ifPresent(scope, [each("subfield", scope, args, validatorOf(inner, field.value, scope))]);
    }
    default:
      return [];
  }
}

function unionCall(check: Extract<Check, { kind: "union" | "zeroOrOneOf" }>, scope: ValueScope): Printable {
  const { file, path, value, oldValue } = scope;
  const { discriminator, ofItems } = check;
  const table = file.variable(check.table);
  const old = ofItems ? call("nonEmpty", oldValue) : oldValue;
  if (discriminator === undefined) return call(check.kind, "op", path, value, old, table, "errors");
  const which = `{ name: ${JSON.stringify(discriminator.name)}, of: (obj) => obj${propertyAccess(discriminator.name)} }`;
  return call("discriminatedUnion", "op", path, value, old, which, table, "errors");
}

function dependencyCall(
  check: Extract<Check, { kind: "dependentRequired" | "dependentForbidden" }>,
  scope: ValueScope,
): Printable {
  const { path, value, oldValue } = scope;
  const { universe } = scope.file;
  const isSet = (name: string, one: Value): Printable => [
    `name: ${JSON.stringify(name)}, isSet: (obj) => `,
    memberTest(universe, name, one),
  ];
  const { trigger, dependent } = check;
  const dependency: Printable = [
    "{ ",
    isSet(trigger.name, trigger.value),
    ", dependent: { ",
    isSet(dependent.name, dependent.value),
    " } }",
  ];
  return call(check.kind, "op", path, value, oldValue, dependency, "errors");
}

function modeStatements(check: Extract<Check, { kind: "mode" }>, scope: ValueScope): readonly Statement[] {
  const { file, value, oldValue } = scope;
  const { field, discriminator, cases, otherwise } = check;
  const validators = cases.map(({ value: mode, rules }) => ({
    value: JSON.stringify(mode),
    statements: modeRules(rules, scopeInside(field.value, scope)),
  }));
  const inner = scopeInside(field.value, scope);
  const statement: Statement = {
    kind: "switch",
    on: "mode",
    cases: validators.map((one) => ({ value: one.value, body: { statements: one.statements } })),
    otherwise: { statements: emitRule(otherwise, inner) },
  };
  const validator = inlineValidator([statement]);
  if (validator.kind === "named") return [];
  const parameters = validator.parameters;
  const getter = `(obj) => ${valueExpression(file.universe, "obj", field)}`;
  const mode = `(obj) => obj${propertyAccess(discriminator.name)}`;
  return [
    {
      kind: "each",
      fn: helper("mode"),
      args: [
        "op",
        scope.path,
        value,
        oldValue,
        JSON.stringify(field.name),
        getter,
        equalityFunction(file, field.value),
        mode,
      ],
      validator: { ...validator, parameters: `${parameters}, mode` },
    },
  ];
}

/**
 * Returns the statements for the rules of a mode. The rules run in order until a short circuit
 * fails. The rules of a mode have no cohorts.
 */
function modeRules(rules: readonly Rule[], scope: ValueScope): readonly Statement[] {
  const inOrder = rules.map((rule): Rule => ({ ...rule, cohort: "" }));
  const last = inOrder.findLastIndex(({ shortCircuit }) => shortCircuit);
  const isSorted = inOrder.slice(0, last + 1).every(({ shortCircuit }) => shortCircuit);
  if (isSorted) return emitRules(inOrder, scope, () => []);
  const stop = scope.fresh("stops");
  return [
    run(`let ${stop} = false`),
    ...inOrder
      .slice(0, last + 1)
      .flatMap((rule) => (rule.shortCircuit ? stopping(rule, stop, scope) : emitRule(rule, scope))),
    ...when(
      `!${stop}`,
      inOrder.slice(last + 1).flatMap((rule) => emitRule(rule, scope)),
    ),
  ];
}

/** Returns statements that run a short circuit, and set the variable `stop` if it fails. */
function stopping(rule: Rule, stop: string, scope: ValueScope): readonly Statement[] {
  const condition = conditionOf(rule.check, scope);
  const set = run(`${stop} = true`);
  if (condition !== undefined) {
    const { error } = condition;
    return when(condition.fails, rule.nonError || error === undefined ? [set] : [push(marked(rule, error)), set]);
  }
  if (rule.nonError) {
    const name = scope.fresh("ignored");
    return [collect(name, rule, scope), ...when(`${name}.length > 0`, [set])];
  }
  const from = scope.fresh("start");
  return [run(`const ${from} = errors.length`), ...emitRule(rule, scope), ...when(`errors.length > ${from}`, [set])];
}

/** Returns the function that applies a rule to an item, key or property of a value. */
function validatorOf(inner: Rule, of: Value, scope: ValueScope): Validator {
  if (inner.check.kind === "type" && inner.stability === undefined && !of.pointer)
    return { kind: "named", fn: scope.file.typeFunction(inner.check.id) };
  return inlineValidator(emitRule(inner, scopeInside(of, scope)));
}

function each(
  name: string,
  { value, oldValue, path }: ValueScope,
  args: readonly Printable[],
  validator: Validator,
): Statement {
  return { kind: "each", fn: helper(name), args: ["op", path, value, oldValue, ...args], validator };
}

function marked({ stability }: Rule, error: Printable): Printable {
  return stability === undefined ? error : call("withStability", error, JSON.stringify(stability));
}
