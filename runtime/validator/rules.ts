import { formatFunction } from "../rules/format-function.js";
import type { Rule, RuleOf } from "../schema/rule.js";
import { stops } from "../rules/stops.js";
import { isOfCRD } from "../rules/type-rules.js";
import { isLiteral, type RuleValue } from "../rules/value.js";
import type { TypeSchema } from "../schema/schema.js";
import {
  sourceCondition,
  equalityFunction,
  keyFunction,
  memberTest,
  setTest,
  valueExpression,
  type SourceCondition,
} from "./conditions.js";
import { constraintStatements } from "./constraints.js";
import { cohortOf, fieldOf, isSilent, itemOf, keyValue, mapValueOf, unsetRules } from "./facts.js";
import {
  access,
  callFunction,
  ifPresent,
  inlineFunction,
  marked,
  push,
  runStatement,
  scopeInside,
  when,
  type AnyRule,
  type ValidatorScope,
} from "./scope.js";

/**
 * Returns the statements for the rules of one value, followed by the statements of `rest`. The
 * rules of the cohort `""` run first. If one of its short circuits fails, `rest` does not run.
 */
export function emitRules(
  rules: readonly AnyRule[],
  scope: ValidatorScope,
  rest: (scope: ValidatorScope) => string,
): string {
  const named = [...new Set(rules.map(cohortOf))].filter((cohort) => cohort !== "");
  const first = rules.filter((rule) => cohortOf(rule) === "");
  return emitCohort(first, scope, (inner) => {
    const others = named.map((name) => {
      const own = rules.filter((rule) => cohortOf(rule) === name);
      return emitCohort(own, inner, () => "");
    });
    return others.join("") + rest(inner);
  });
}

function emitCohort(rules: readonly AnyRule[], scope: ValidatorScope, rest: (scope: ValidatorScope) => string): string {
  const sooner = rules.filter(stops);
  const later = rules.filter((rule) => !stops(rule));
  const after = (inner: ValidatorScope): string => later.map((rule) => emitRule(rule, inner)).join("") + rest(inner);
  const [only] = sooner;
  if (only === undefined) return after(scope);
  const condition = sooner.length === 1 ? sourceCondition(only, scope) : undefined;
  if (condition !== undefined) return emitSingle(only, condition, scope, after);
  return emitSeveral(sooner, scope, after);
}

function emitSingle(
  rule: AnyRule,
  condition: SourceCondition,
  scope: ValidatorScope,
  after: (scope: ValidatorScope) => string,
): string {
  const inner = condition.excludesUndefined === true ? { ...scope, isKnown: true } : scope;
  const statements = after(inner);
  if (isSilent(rule)) return when(condition.passes, statements);
  return when(condition.fails, push(marked(rule, scope, condition.error)), statements);
}

/**
 * Returns statements that run all short circuits. The other rules run only if no short circuit
 * fails.
 */
function emitSeveral(
  sooner: readonly AnyRule[],
  scope: ValidatorScope,
  after: (scope: ValidatorScope) => string,
): string {
  const start = scope.fresh("start");
  const guards: string[] = [];
  const checks: string[] = [];
  let known = scope;
  let canFail = false;
  for (const rule of sooner) {
    const condition = sourceCondition(rule, scope);
    if (condition?.excludesUndefined === true) known = { ...known, isKnown: true };
    if (isSilent(rule) && condition === undefined) {
      const name = scope.fresh("ignored");
      checks.push(collect(name, rule, scope));
      guards.push(`${name}.length === 0`);
    } else if (condition !== undefined && (isSilent(rule) || condition.excludesUndefined === true)) {
      guards.push(`(${condition.passes})`);
    }
    if (!isSilent(rule)) {
      canFail ||= condition?.excludesUndefined !== true;
      checks.push(emitRule(rule, scope));
    }
  }
  const statements = after(known);
  const conditions = [...(canFail ? [`errors.length === ${start}`] : []), ...guards];
  return [
    canFail ? runStatement(`const ${start} = errors.length`) : "",
    ...checks,
    when(conditions.join(" && "), statements),
  ].join("");
}

/** Returns a statement for a rule whose failure is not an error, but stops other rules. */
function collect(name: string, rule: AnyRule, scope: ValidatorScope): string {
  const statements = emitLoud(rule, scope);
  return runStatement(`const ${name} = ${scope.file.helper("collect")}((errors) => {\n${statements}})`);
}

/** Returns the statements of one rule, without regard to its cohort. */
export function emitRule(rule: AnyRule, scope: ValidatorScope): string {
  return isSilent(rule) ? "" : emitLoud(rule, scope);
}

/** Returns the statements of one rule, which also add the errors of a silent rule. */
function emitLoud(rule: AnyRule, scope: ValidatorScope): string {
  const condition = sourceCondition(rule, scope);
  if (condition !== undefined) return when(condition.fails, push(marked(rule, scope, condition.error)));
  if (rule.kind === "fixed") {
    const error = callFunction(scope, "forcedFailure", scope.path, scope.value, JSON.stringify(rule.message));
    return rule.passes ? "" : push(marked(rule, scope, error));
  }
  const statements = emitCheck(rule, scope);
  // The stability of a mode is that of its error for other modes.
  const stability = "stability" in rule && rule.kind !== "mode" ? rule.stability : undefined;
  if (stability === undefined || statements === "") return statements;
  const from = scope.fresh("from");
  const mark = runStatement(callFunction(scope, "markStability", "errors", from, JSON.stringify(stability)));
  return runStatement(`const ${from} = errors.length`) + statements + mark;
}

function emitCheck(rule: AnyRule, scope: ValidatorScope): string {
  const { value, oldValue, path, file } = scope;
  switch (rule.kind) {
    case "format":
      return ifPresent(scope, runStatement(callFunction(scope, formatFunction(rule.format), path, value, "errors")));
    case "enum": {
      const exclusions = "exclusions" in rule ? file.constant(rule.exclusions) : "[]";
      const name = isLiteral(scope.of.shape) ? "unionEnumeration" : "enumeration";
      const values = file.constant(new Set(rule.values));
      return ifPresent(scope, runStatement(callFunction(scope, name, "op", path, value, values, exclusions, "errors")));
    }
    case "update":
      return when('op.type === "Update"', updateStatements(rule, scope));
    case "unique":
      return runStatement(
        callFunction(scope, "unique", path, value, keyFunction(scope, rule.keys, itemOf(scope.of)), "errors"),
      );
    case "custom": {
      const errors = `${file.handWritten(rule.name)}(op, ${path}, ${value}, ${oldValue})`;
      return when(callFunction(scope, "isReal", path), runStatement(callFunction(scope, "append", "errors", errors)));
    }
    case "type":
      return typeStatements(rule.to, scope);
    case "embeddedResource":
      return ifPresent(scope, runStatement(callFunction(scope, "embeddedResource", path, value, "errors")));
    case "option": {
      const applies = callFunction(
        scope,
        "hasOption",
        "op",
        path,
        JSON.stringify(rule.option),
        String(rule.enabled),
        "errors",
      );
      return when(applies, inner(rule.rules, scope));
    }
    case "union":
    case "zeroOrOneOf":
      return ifPresent(scope, runStatement(unionCall(rule, scope)));
    case "dependentRequired":
    case "dependentForbidden":
      return ifPresent(scope, runStatement(dependencyCall(rule, scope)));
    case "mode":
      return ifPresent(scope, modeStatements(rule, scope));
    case "items":
    case "values":
    case "keys":
    case "item":
    case "subfield":
      return partStatements(rule, scope);
    default:
      return "";
  }
}

/** Returns the statements of the rules inside of a rule. */
function inner(rules: readonly AnyRule[], scope: ValidatorScope): string {
  if (!rules.every(isOfCRD)) return rules.map((rule) => emitLoud(rule, scope)).join("");
  return ifPresent(scope, constraintStatements(rules, { ...scope, isKnown: true }, emitRule));
}

function typeStatements(schema: TypeSchema, scope: ValidatorScope): string {
  const { file, value, oldValue, path, of, isKnown } = scope;
  const validate = runStatement(`${file.typeFunction(schema)}(op, ${path}, ${value}, ${oldValue}, errors)`);
  if (!of.pointer || isKnown) return validate;
  const unset = unsetRules(schema).map((rule) => emitRule(rule, scope));
  return when(`${value} !== undefined`, validate, unset.join(""));
}

type PartRule = Extract<AnyRule, { readonly kind: "items" | "values" | "keys" | "item" | "subfield" }>;

/** Returns the statements that apply a rule to items, keys or properties of a value. */
function partStatements(rule: PartRule, scope: ValidatorScope): string {
  const { value, oldValue, path, file, identity } = scope;
  const each = (name: string, ...args: readonly string[]): string =>
    runStatement(callFunction(scope, name, "op", path, value, oldValue, ...args, "errors"));
  switch (rule.kind) {
    case "items": {
      const item = itemOf(scope.of);
      const validator = validatorOf(rule.rules, item, scope);
      if (identity === undefined) return itemLoop(validator, scope);
      const equal = identity.keys === undefined ? "" : `, equal: ${equalityFunction(scope, item)}`;
      const correlation = `${oldValue} && { keyOf: ${keyFunction(scope, identity.keys, item)}${equal} }`;
      return each("eachItem", correlation, validator);
    }
    case "values": {
      const of = mapValueOf(scope.of);
      return each("eachValue", equalityFunction(scope, of), validatorOf(rule.rules, of, scope));
    }
    case "keys":
      return each("eachKey", validatorOf(rule.rules, keyValue(scope.of), scope));
    case "item": {
      const terms = Object.entries(rule.where).map(
        ([name, wanted]) => `${access("item", name)} === ${JSON.stringify(wanted)}`,
      );
      const item = itemOf(scope.of);
      const matches = `(item) => ${terms.join(" && ")}`;
      return each("item", matches, equalityFunction(scope, item), validatorOf(rule.rules, item, scope));
    }
    case "subfield": {
      const of = fieldOf(scope.of, rule.name);
      const getter = `(obj) => ${valueExpression("obj", rule.name, of)}`;
      const args = [JSON.stringify(rule.name), getter, equalityFunction({ file }, of)];
      return ifPresent(scope, each("subfield", ...args, validatorOf(rule.rules, of, scope)));
    }
  }
}

/**
 * Returns statements that validate each item as a new item. A loop is faster than a function of the
 * runtime, because it calls the function of the items directly.
 */
function itemLoop(validator: string, scope: ValidatorScope): string {
  const { value, oldValue, path, of, isKnown } = scope;
  const isNamed = !validator.startsWith("(");
  if (!isNamed || (of.optional && !isKnown))
    return runStatement(callFunction(scope, "eachItem", "op", path, value, oldValue, "undefined", validator, "errors"));
  const length = isKnown ? `${value}.length` : callFunction(scope, "lengthOf", value);
  const item = `${validator}(op, ${callFunction(scope, "index", path, "at")}, ${value}[at], undefined, errors)`;
  return `for (let at = 0; at < ${length}; at++) ${runStatement(item)}`;
}

/** Returns the function that applies rules to an item, key or property of a value. */
function validatorOf(rules: readonly AnyRule[], of: RuleValue, scope: ValidatorScope): string {
  const [only] = rules;
  if (only?.kind === "type" && !of.pointer) return scope.file.typeFunction(only.to);
  return inlineFunction(inner(rules, scopeInside(of, scope)));
}

function unionCall(
  { kind, members, discriminator }: RuleOf<"union" | "zeroOrOneOf" | "atLeastOneOf">,
  scope: ValidatorScope,
): string {
  const { file, path, value, oldValue } = scope;
  const ofItems = members.some(({ item }) => item !== undefined);
  const table = members.map(({ name, value: own, item }) => {
    const terms = Object.entries(item ?? {}).map(
      ([key, wanted]) => `${access("item", key)} === ${JSON.stringify(wanted)}`,
    );
    const test =
      item === undefined
        ? `(obj) => ${memberTest({ file }, name, fieldOf(scope.of, name))}`
        : `(list) => list.some((item) => ${terms.join(" && ")})`;
    return `{ name: ${JSON.stringify(name)}, ${own === "" ? "" : `value: ${JSON.stringify(own)}, `}isSet: ${test} }`;
  });
  const old = ofItems ? callFunction(scope, "nonEmpty", oldValue) : oldValue;
  const all = file.declare(`[${table.join(", ")}]`);
  if (discriminator === undefined || kind !== "union")
    return callFunction(scope, kind, "op", path, value, old, all, "errors");
  const which = `{ name: ${JSON.stringify(discriminator)}, of: (obj) => ${access("obj", discriminator)} }`;
  return callFunction(scope, "discriminatedUnion", "op", path, value, old, which, all, "errors");
}

function dependencyCall(rule: RuleOf<"dependentRequired" | "dependentForbidden">, scope: ValidatorScope): string {
  const { path, value, oldValue } = scope;
  const isSet = (name: string): string =>
    `name: ${JSON.stringify(name)}, isSet: (obj) => ${memberTest(scope, name, fieldOf(scope.of, name))}`;
  const dependency = `{ ${isSet(rule.trigger)}, dependent: { ${isSet(rule.dependent)} } }`;
  return callFunction(scope, rule.kind, "op", path, value, oldValue, dependency, "errors");
}

function modeStatements({ name, discriminator, cases, stability }: RuleOf<"mode">, scope: ValidatorScope): string {
  const { path, value, oldValue } = scope;
  const of = fieldOf(scope.of, name);
  const within = scopeInside(of, scope);
  const branches = cases.map(
    (one) => `case ${JSON.stringify(one.value)}: {\n${modeRules(one.rules, scopeInside(of, scope))}break;\n}\n`,
  );
  const otherwise = emitRule({ kind: "forbidden", ...(stability !== undefined && { stability }) }, within);
  const body = `switch (mode) {\n${branches.join("")}default: {\n${otherwise}}\n}\n`;
  return runStatement(
    callFunction(
      scope,
      "mode",
      ...["op", path, value, oldValue, JSON.stringify(name), `(obj) => ${valueExpression("obj", name, of)}`],
      ...[
        equalityFunction(scope, of),
        `(obj) => ${access("obj", discriminator)}`,
        inlineFunction(body, "mode"),
        "errors",
      ],
    ),
  );
}

/**
 * Returns the statements for the rules of a mode. The rules run in order until a short circuit
 * fails. The rules of a mode have no cohorts.
 */
function modeRules(rules: readonly Rule[], scope: ValidatorScope): string {
  const last = rules.findLastIndex(stops);
  const isSorted = rules.slice(0, last + 1).every(stops);
  if (isSorted) return emitCohort(rules, scope, () => "");
  const stop = scope.fresh("stops");
  return [
    runStatement(`let ${stop} = false`),
    ...rules.slice(0, last + 1).map((rule) => (stops(rule) ? stopping(rule, stop, scope) : emitRule(rule, scope))),
    when(
      `!${stop}`,
      rules
        .slice(last + 1)
        .map((rule) => emitRule(rule, scope))
        .join(""),
    ),
  ].join("");
}

/** Returns statements that run a short circuit, and set the variable `stop` if it fails. */
function stopping(rule: Rule, stop: string, scope: ValidatorScope): string {
  const condition = sourceCondition(rule, scope);
  const set = runStatement(`${stop} = true`);
  if (condition !== undefined)
    return when(condition.fails, isSilent(rule) ? set : push(marked(rule, scope, condition.error)) + set);
  if (isSilent(rule)) {
    const name = scope.fresh("ignored");
    return collect(name, rule, scope) + when(`${name}.length > 0`, set);
  }
  const from = scope.fresh("start");
  return runStatement(`const ${from} = errors.length`) + emitRule(rule, scope) + when(`errors.length > ${from}`, set);
}

/** Returns the statements that compare a value with the value before the update. */
function updateStatements({ only }: RuleOf<"update">, scope: ValidatorScope): string {
  const { value, oldValue, path, of, identity } = scope;
  if (only === "NoAddItem" || only === "NoRemoveItem") {
    const part = of.kind === "map" ? "Key" : "Item";
    const key = of.kind === "map" ? [] : [keyFunction(scope, identity?.keys, itemOf(of))];
    return runStatement(callFunction(scope, `no${only.slice(2, -4)}${part}`, path, value, oldValue, ...key, "errors"));
  }
  const name = `${only.slice(0, 1).toLowerCase()}${only.slice(1)}`;
  return when(transition(only, scope), push(callFunction(scope, name, path)));
}

/** Returns a condition that is true if an update makes a forbidden change. */
function transition(only: string, scope: ValidatorScope): string {
  const { value, oldValue, file, of } = scope;
  const [wasSet, isSet] = only === "NoSet" ? [false, true] : only === "NoUnset" ? [true, false] : [true, true];
  if (of.pointer) {
    const test = (name: string, set: boolean): string => `${name} ${set ? "!==" : "==="} undefined`;
    return `${test(oldValue, wasSet)} && ${test(value, isSet)}`;
  }
  if (of.kind === "struct") return `${oldValue} !== undefined`;
  // A new list item has no old value. Then the update has made no change that could be forbidden.
  const canBeAbsent = of.kind === "list" || of.kind === "map";
  const test = (name: string, set: boolean): string => {
    const { fails, passes } = setTest({ file, value: name, of });
    return `(${set ? passes : fails})`;
  };
  return `${canBeAbsent ? "" : `${oldValue} !== undefined && `}${test(oldValue, wasSet)} && ${test(value, isSet)}`;
}
