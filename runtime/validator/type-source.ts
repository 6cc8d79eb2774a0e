import {
  effective,
  typeHasRules,
  isOfCRD,
  typeRules,
  type AnyRule,
  type FieldRules,
  type TypeRules,
} from "../rules/type-rules.js";
import { isPrimitive, type RuleValue } from "../rules/value.js";
import { shapeOf, type TypeSchema } from "../schema/schema.js";
import { comparedShape } from "./compared-shape.js";
import { sourceCondition, equality, valueExpression } from "./conditions.js";
import { constraintStatements } from "./constraints.js";
import { filledTest, isInheritedName, needsOf, filledZero } from "./filled.js";
import { fieldPlan, isComparableValue } from "./facts.js";
import { emitRule, emitRules } from "./rules.js";
import { access, callFunction, freshNames, runStatement, when, type File, type ValidatorScope } from "./scope.js";

/** Returns the statements of the function that validates a type. */
export function typeSource(file: File, schema: TypeSchema): string {
  const rules = typeRules(schema);
  const own: ValidatorScope = {
    file,
    value: "obj",
    oldValue: "oldObj",
    path: "fldPath",
    of: rules.value,
    identity: rules.identity,
    isKnown: true,
    fresh: freshNames(),
  };
  const statements = emitRules(
    rules.own.filter((rule) => !isOfCRD(rule)),
    own,
    (scope) => {
      const constraints = constraintStatements(rules.own.filter(isOfCRD), scope, emitRule);
      return constraints + (rules.isOpaque ? "" : inside(rules, scope));
    },
  );
  return runStatement('const isUpdate = op.type === "Update" && oldObj !== undefined') + statements;
}

function inside({ implied, bases, fields, union }: TypeRules, scope: ValidatorScope): string {
  return [
    ...effective(implied).map((rule) => emitRule(rule, scope)),
    ...bases.filter(typeHasRules).map((base) => baseStatements(base, scope)),
    ...fields.map((field) => fieldStatements(scope.file, field)),
    union === undefined ? "" : unionStatements(union, scope),
  ].join("");
}

/**
 * Returns the statements that validate the inherited properties. In an update, they run only if one
 * of these properties has changed.
 */
function baseStatements(base: TypeSchema, scope: ValidatorScope): string {
  const { fields = {}, gvk } = shapeOf(base);
  const names = Object.keys(fields).filter((name) => gvk === undefined || (name !== "kind" && name !== "apiVersion"));
  const { file } = scope;
  const schema = comparedShape({ type: "ref", to: () => base }) === undefined ? [] : [file.constant(base)];
  const same = callFunction(scope, "equalIn", "obj", "oldObj", file.constant(names), ...schema);
  return when(`!isUpdate || !${same}`, runStatement(`${file.typeFunction(base)}(op, fldPath, obj, oldObj, errors)`));
}

/**
 * Returns the statements that validate a union by the type of its current member. If an update has
 * changed the member, the statements get no old value.
 */
function unionStatements(
  { discriminator, members, values }: NonNullable<TypeRules["union"]>,
  scope: ValidatorScope,
): string {
  const { file } = scope;
  const old = access("oldObj", discriminator, true);
  const cases = members
    .filter(([, type]) => typeHasRules(type))
    .map(([value, type]) => {
      const literal = JSON.stringify(value);
      const same = `${old} === ${literal} ? oldObj : undefined`;
      return `case ${literal}: {\n${runStatement(`${file.typeFunction(type)}(op, fldPath, obj, ${same}, errors)`)}break;\n}\n`;
    });
  const name = JSON.stringify(discriminator);
  const all = values === undefined ? "" : file.constant(new Set([...values].sort()));
  const check = runStatement(
    callFunction(scope, "discriminator", "op", "fldPath", "obj", "oldObj", name, all, "errors"),
  );
  const branches = cases.length === 0 ? "" : `switch (${access("obj", discriminator)}) {\n${cases.join("")}}\n`;
  return (values === undefined ? "" : check) + branches;
}

/** Returns the statements for one property: its own rules, and those of its type. */
function fieldStatements(file: File, field: FieldRules): string {
  const { name, value, presence } = field;
  const block = fieldBlock(file, field);
  if (presence !== "required") return block === "" ? "" : `{\n${block}}\n`;
  const more = missingArguments(file, field).slice(1);
  const args = ["op", "fldPath", "obj", "oldObj", JSON.stringify(name), "errors", ...more];
  const isPresent = callFunction({ file }, "isPresent", ...args);
  const isFilled = isInheritedName(name) ? undefined : filledTest({ file }, value.shape, access("obj", name));
  if (block !== "") return when(isFilled === undefined ? isPresent : `${isFilled} || ${isPresent}`, block);
  return isFilled === undefined ? runStatement(isPresent) : when(`!${isFilled}`, runStatement(isPresent));
}

/** Returns the statements for the value of a property; empty if it has no rules. */
function fieldBlock(file: File, field: FieldRules): string {
  const { name, value: of, presence, identity } = field;
  const { own, constraints, ofType, skipsAbsent, isOfPresent, isEmptyValue } = fieldPlan(field);
  const expression = callFunction({ file }, "child", "fldPath", JSON.stringify(name));
  const scope: ValidatorScope = {
    file,
    value: "value",
    oldValue: "oldValue",
    path: "path",
    of,
    identity,
    isKnown: skipsAbsent,
    fresh: freshNames(),
  };
  const isPathOfErrors = (rule: AnyRule): boolean =>
    sourceCondition(rule, scope) !== undefined || rule.kind === "fixed";
  const isInline = [...own, ...constraints, ...ofType].every(isPathOfErrors);
  const statements = emitRules(own, { ...scope, path: isInline ? expression : "path" }, (inner) => {
    const statementsOfType = ofType.map((rule) => emitRule(rule, inner)).join("");
    const isThere = `${access("obj", name)} !== undefined`;
    const within =
      constraintsOfField(field, constraints, inner) +
      (isOfPresent ? when(isThere, statementsOfType) : statementsOfType);
    if (presence !== "optional" || within === "") return within;
    // The rules of an absent optional property do not run.
    const isFilled = isInheritedName(name) ? undefined : filledTest({ file }, of.shape, "value");
    const isMissing = callFunction({ file }, "isMissing", "op", "fldPath", "obj", ...missingArguments(file, field));
    return when(`${isFilled === undefined ? "" : `${isFilled} || `}!${isMissing}`, within);
  });
  if (statements === "") return "";
  const all = isInline ? statements : runStatement(`const path = ${expression}`) + statements;
  return valueStatements(field, scope, all, isEmptyValue);
}

/** Returns the statements of rules of a CRD's schema. They apply only to a present property. */
function constraintsOfField({ name, value: of }: FieldRules, rules: readonly AnyRule[], scope: ValidatorScope): string {
  const statements = constraintStatements(rules, { ...scope, isKnown: true }, emitRule);
  if (!of.optional || scope.isKnown) return statements;
  return when(`${of.pointer ? scope.value : access("obj", name)} !== undefined`, statements);
}

/**
 * Returns the statements that validate a property's value. In an update, they run only if the value
 * has changed.
 */
function valueStatements(
  { name, value: of }: FieldRules,
  scope: ValidatorScope,
  statements: string,
  isEmptyValue: boolean,
): string {
  const skipsAbsent = scope.isKnown;
  const differs = isComparableValue(of) ? "value !== oldValue" : `!${equality(scope, of, "value", "oldValue")}`;
  const value = skipsAbsent && of.nullable !== true ? access("obj", name) : valueExpression("obj", name, of);
  const given = of.nullable === true ? "value" : access("obj", name);
  const isOneAbsent = `(${given} === undefined) !== (oldValue === undefined)`;
  const isChanged = `!isUpdate || ${differs}${isEmptyValue ? ` || ${isOneAbsent}` : ""}`;
  return [
    runStatement(`const value = ${value}`),
    runStatement(`const oldValue = ${oldExpression(name, of)}`),
    when(skipsAbsent ? `value !== undefined && (${isChanged})` : isChanged, statements),
  ].join("");
}

/**
 * Returns the expression for the property's value in the old object. The expression is undefined if
 * the old object is undefined.
 */
function oldExpression(name: string, of: RuleValue): string {
  const isZeroed = of.optional && !of.pointer && isPrimitive(of.kind);
  if (of.nullable === true) return `(${access("oldObj", name, true)} ?? undefined)`;
  return isZeroed ? `oldObj && (${valueExpression("oldObj", name, of)})` : access("oldObj", name, true);
}

/**
 * Returns the name of a property as an argument. If the zero of the property's type contains a text
 * that is not empty, the zero is a second argument. The needs of an object are the last argument.
 */
function missingArguments(file: File, { name, value }: FieldRules): readonly string[] {
  const [zero, needs] = [filledZero(value.shape), needsOf(value.shape)];
  const ofZero = zero === undefined ? (needs === undefined ? [] : ["undefined"]) : [file.constant(zero)];
  return [JSON.stringify(name), ...ofZero, ...(needs === undefined ? [] : [file.constant(needs)])];
}
