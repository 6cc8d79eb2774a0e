import type { TypeId } from "../../../engine/model/universe.js";
import { findDeclaration } from "../../../engine/print/type.js";
import type { Printable } from "../../../engine/print/symbol.js";
import { propertyAccess } from "../../../engine/render.js";
import { isComparable, nativeKind } from "../native.js";
import { isPrimitive } from "../../../runtime/rules/value.js";
import type { FieldNode, Iteration, TypeNode } from "../node.js";
import { rule, type Check, type Rule } from "../rule.js";
import { conditionOf, equality, valueExpression } from "./conditions.js";
import { comparedSchema } from "./compared-shape.js";
import { filledProperty, filledTest, isInherited, zeroOf } from "./filled.js";
import { constraintStatements } from "./constraints.js";
import { emitRule, emitRules } from "./rules.js";
import { call, freshNames, type FileScope, type ValueScope } from "./scope.js";
import { run, usesName, when, type Body, type Statement } from "./statement.js";

/** Scope that all functions of a file share. */
export interface EmitScope extends FileScope {
  readonly hasRules: (id: TypeId) => boolean;
  /** Reports whether rules of a type apply only to present values. */
  readonly isOfPresent: (id: TypeId) => boolean;
}

/** Returns the statements of the validation function of a declared type. */
export function typeBody(scope: EmitScope, node: TypeNode): readonly Statement[] {
  const own: ValueScope = {
    file: scope,
    value: "obj",
    oldValue: "oldObj",
    path: "fldPath",
    of: node.value,
    isKnown: true,
    fresh: freshNames(),
  };
  const statements = [
    ...node.validations.notes.map(note),
    ...emitRules(withoutCRD(node.validations.rules), own, (inner) => [
      ...constraintStatements(node.validations.rules.filter(isOfCRD), inner, emitRule),
      ...(node.validations.opaque ? [] : inside(scope, node, inner)),
    ]),
  ];
  const usesUpdate = usesName(statements, "isUpdate");
  return usesUpdate
    ? [run('const isUpdate = op.type === "Update" && oldObj !== undefined'), ...statements]
    : statements;
}

function inside(scope: EmitScope, node: TypeNode, own: ValueScope): readonly Statement[] {
  const iterations = [node.keys, node.values].flatMap((iteration) =>
    iteration !== undefined && isNeeded(scope, iteration) ? emitRule(iteration.rule, own) : [],
  );
  const alias =
    node.alias !== undefined && scope.hasRules(node.alias) ? emitRule(rule({ kind: "type", id: node.alias }), own) : [];
  return [
    ...iterations,
    ...alias,
    ...node.bases.filter(scope.hasRules).flatMap((base) => baseStatements(scope, base)),
    ...node.fields.flatMap((field) => fieldStatements(scope, field)),
    ...unionStatements(scope, node),
  ];
}

/**
 * Returns the statements that validate the inherited properties. In an update, they run only if one
 * of these properties has changed.
 */
function baseStatements(scope: EmitScope, base: TypeId): readonly Statement[] {
  const shape = findDeclaration(scope.universe, base)?.shape;
  const names = shape?.kind === "object" ? shape.fields.map(({ name }) => name) : [];
  const schema = comparedSchema(scope, base);
  const same = call("equalIn", "obj", "oldObj", JSON.stringify(names), ...(schema === undefined ? [] : [schema]));
  const validate = run([scope.typeFunction(base), "(op, fldPath, obj, oldObj, errors)"]);
  return when(["!isUpdate || !", same], [validate]);
}

/**
 * Returns the statements that validate a union by the type of its current member. If an update has
 * changed the member, the statements get no old value.
 */
function unionStatements(
  scope: EmitScope,
  { declaration, members, discriminatorValues }: TypeNode,
): readonly Statement[] {
  const { shape } = declaration;
  if (shape.kind !== "union") return [];
  const access = propertyAccess(shape.discriminator);
  const old = `oldObj?.${access.startsWith(".") ? access.slice(1) : access}`;
  const cases = members
    .filter(({ type }) => scope.hasRules(type))
    .map(({ value, type }) => {
      const literal = JSON.stringify(value);
      const validate = run([
        scope.typeFunction(type),
        `(op, fldPath, obj, ${old} === ${literal} ? oldObj : undefined, errors)`,
      ]);
      return { value: literal, body: { statements: [validate] } };
    });
  const name = JSON.stringify(shape.discriminator);
  const check =
    discriminatorValues === undefined
      ? []
      : [
          run(
            call(
              "discriminator",
              "op",
              "fldPath",
              "obj",
              "oldObj",
              name,
              scope.variable(discriminatorValues),
              "errors",
            ),
          ),
        ];
  if (cases.length === 0) return check;
  return [...check, { kind: "switch", on: `obj${access}`, cases, otherwise: { statements: [] } }];
}

/**
 * Returns the block of statements for one property. It contains the property's value, its own
 * rules, and the rules of its type.
 */
function fieldStatements(scope: EmitScope, node: FieldNode): readonly Statement[] {
  const { field, validations, presence } = node;
  const block = fieldBlock(scope, node);
  const notes = validations.notes.map(note);
  if (presence !== "required")
    return [...notes, ...(block === undefined ? [] : [{ kind: "block", body: block } as const])];
  const zero = missingArguments(scope, node).slice(1);
  const isPresent = call("isPresent", "op", "fldPath", "obj", "oldObj", JSON.stringify(field.name), "errors", ...zero);
  const isFilled = filledProperty(scope.universe, field, "obj");
  if (block !== undefined)
    return [...notes, ...when(isFilled === undefined ? isPresent : [isFilled, " || ", isPresent], block.statements)];
  return [...notes, ...(isFilled === undefined ? [run(isPresent)] : when(["!", isFilled], [run(isPresent)]))];
}

/** Returns the statements for the value of a property; undefined if it has no rules. */
function fieldBlock(scope: EmitScope, node: FieldNode): Body | undefined {
  const { field, value: of, validations, presence } = node;
  const ofType = typeRules(scope, node);
  const hasOptional = validations.rules.some(isOptional);
  const skipsAbsent =
    presence !== "required" &&
    [...validations.rules, ...ofType].every(
      (one) => ignoresAbsent(one, of) && (hasOptional || !rejectsUnset(scope, one)),
    );
  const rules = skipsAbsent && of.pointer ? validations.rules.filter((one) => !isOptional(one)) : validations.rules;
  const expression: Printable = call("child", "fldPath", JSON.stringify(field.name));
  const own = {
    file: scope,
    value: "value",
    oldValue: "oldValue",
    of,
    isKnown: skipsAbsent,
    fresh: freshNames(),
  } as const;
  const isInline = [...rules, ...ofType].every((one) => isCheap(one, { ...own, path: "" }));
  const statements = emitRules(withoutCRD(rules), { ...own, path: isInline ? expression : "path" }, (inner) => {
    const statementsOfType = ofType.flatMap((one) => emitRule(one, inner));
    const inside = [...constraintsOfField(node, inner), ...ifPresent(node, scope, inner.isKnown, statementsOfType)];
    if (presence !== "optional") return inside;
    // The rules of an absent optional property do not run.
    const isFilled = isInherited(field.name) ? undefined : filledTest(scope.universe, field.type, "value");
    const isMissing = call("isMissing", "op", "fldPath", "obj", ...missingArguments(scope, node));
    return when([...(isFilled === undefined ? [] : [isFilled, " || "]), "!", isMissing], inside);
  });
  if (statements.length === 0) return undefined;
  return valueStatements(
    scope,
    node,
    skipsAbsent,
    isInline ? statements : [run(["const path = ", expression]), ...statements],
  );
}

/** Returns the statements of rules of a CRD's schema. They apply only to a present property. */
function constraintsOfField({ field, value: of, validations }: FieldNode, scope: ValueScope): readonly Statement[] {
  const statements = constraintStatements(validations.rules.filter(isOfCRD), { ...scope, isKnown: true }, emitRule);
  if (!of.optional || scope.isKnown) return statements;
  return when(
    of.pointer ? `${scope.value} !== undefined` : `obj${propertyAccess(field.name)} !== undefined`,
    statements,
  );
}

/**
 * Returns the statements of the type's rules. For a CRD, an absent list or map is different from an
 * empty one.
 */
function ifPresent(
  { field, value: of, type }: FieldNode,
  { isOfPresent }: EmitScope,
  isKnown: boolean,
  statements: readonly Statement[],
): readonly Statement[] {
  if (isKnown || type === undefined || !of.optional || of.pointer || !isOfPresent(type)) return statements;
  return when(`obj${propertyAccess(field.name)} !== undefined`, statements);
}

function isOfCRD(rule: Rule): boolean {
  return rule.isOfCRD === true;
}

function withoutCRD(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter((rule) => !isOfCRD(rule));
}

/**
 * Returns the rules of a property's type. Generated code runs them after the property's own rules.
 */
function typeRules(scope: EmitScope, { type, implied, keys, values }: FieldNode): readonly Rule[] {
  return [
    ...(type !== undefined && scope.hasRules(type) ? [rule({ kind: "type", id: type })] : []),
    ...(implied === undefined ? [] : [implied]),
    ...[keys, values].flatMap((iteration) =>
      iteration !== undefined && isNeeded(scope, iteration) ? iteration.rule : [],
    ),
  ];
}

/**
 * Returns the statements that validate a property's value. In an update, they run only if the value
 * has changed.
 * @param skipsAbsent true if no rule can fail for an absent value
 */
function valueStatements(
  scope: EmitScope,
  { field, value: of }: FieldNode,
  skipsAbsent: boolean,
  statements: readonly Statement[],
): Body {
  const { universe } = scope;
  const isSame = equality(scope, of, "value", "oldValue");
  const differs = isComparable(universe, of.type) ? "value !== oldValue" : ["!", isSame];
  const value = skipsAbsent
    ? `obj${propertyAccess(field.name)}`
    : valueExpression(universe, "obj", { name: field.name, value: of });
  const isChanged: Printable = ["!isUpdate || ", differs];
  return {
    statements: [
      run(`const value = ${value}`),
      run(`const oldValue = ${oldExpression(scope, field.name, of)}`),
      ...when(skipsAbsent ? ["value !== undefined && (", isChanged, ")"] : isChanged, statements),
    ],
  };
}

/**
 * Reports whether a rule never fails for an absent value, and has no other effect on such a value.
 */
function ignoresAbsent(rule: Rule, of: FieldNode["value"]): boolean {
  if (!of.optional || of.isZeroUnset === true) return false;
  if (isOptional(rule) || isOfCRD(rule)) return true;
  return (of.pointer ? ignoredIfUndefined : ignoredIfEmpty).has(rule.check.kind) && !rule.nonError;
}

/** Reports whether a rule calls the function of a type that has rules for unset values. */
function rejectsUnset(scope: EmitScope, { check }: Rule): boolean {
  return check.kind === "type" && scope.unsetRules(check.id).length > 0;
}

/**
 * Reports whether a rule belongs to `+k8s:optional`. The other rules do not run for an absent
 * value.
 */
function isOptional({ check, nonError }: Rule): boolean {
  return check.kind === "optional" && nonError;
}

const ignoredIfEmpty: ReadonlySet<Check["kind"]> = new Set([
  "eachItem",
  "eachKey",
  "eachValue",
  "item",
  "maxItems",
  "maxProperties",
  "unique",
] as const);

const ignoredIfUndefined: ReadonlySet<Check["kind"]> = new Set([
  "enum",
  "format",
  "maxBytes",
  "maxLength",
  "maximum",
  "minLength",
  "minimum",
  "type",
] as const);

/**
 * Returns the name of a property as an argument. If the zero of the property's type contains a text
 * that is not empty, the zero is a second argument.
 */
function missingArguments({ universe }: EmitScope, { field }: FieldNode): readonly string[] {
  const zero = zeroOf(universe, field.type);
  return [JSON.stringify(field.name), ...(zero === undefined ? [] : [JSON.stringify(zero)])];
}

function isNeeded({ hasRules }: EmitScope, { types, isOwn }: Iteration): boolean {
  return isOwn || types.some(hasRules);
}

/**
 * Returns the expression for the property's value in the old object. The expression is undefined if
 * the old object is undefined.
 */
function oldExpression({ universe }: EmitScope, name: string, of: FieldNode["value"]): string {
  const access = propertyAccess(name);
  const optional = access.startsWith(".") ? `?${access}` : `?.${access}`;
  if (!of.optional || of.pointer || !isPrimitive(nativeKind(universe, of.type))) return `oldObj${optional}`;
  return `oldObj && (${valueExpression(universe, "oldObj", { name, value: of })})`;
}

/** Reports whether a rule needs the value's path only when it fails, for the error. */
function isCheap({ check }: Rule, scope: ValueScope): boolean {
  return conditionOf(check, scope) !== undefined || check.kind === "fixed";
}

function note(text: string): Statement {
  return { kind: "note", text };
}
