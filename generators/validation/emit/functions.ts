import type { TypeId } from "../../../engine/model/universe.js";
import { underlying } from "../../../engine/model/lookup.js";
import { findDeclaration } from "../../../engine/print/type.js";
import type { Printable } from "../../../engine/print/symbol.js";
import { propertyAccess } from "../../../engine/render.js";
import { isComparable, isPrimitive, nativeKind } from "../native.js";
import type { FieldNode, Iteration, TypeNode } from "../node.js";
import { rule, type Rule } from "../rule.js";
import { conditionOf, equality, valueExpression } from "./conditions.js";
import { emitRule, emitRules } from "./rules.js";
import { call, freshNames, type FileScope, type ValueScope } from "./scope.js";
import { run, usesName, when, type Statement } from "./statement.js";

/** The scope of the functions of a file. */
export interface EmitScope extends FileScope {
  readonly hasRules: (id: TypeId) => boolean;
}

/** Returns the body of the function of a declared type. */
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
    ...emitRules(node.validations.rules, own, (inner) => (node.validations.opaque ? [] : inside(scope, node, inner))),
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

/** Validates the inherited properties, in an update only if one of them has changed. */
function baseStatements(scope: EmitScope, base: TypeId): readonly Statement[] {
  const shape = findDeclaration(scope.universe, base)?.shape;
  const names = shape?.kind === "object" ? shape.fields.map(({ name }) => name) : [];
  const same = call("equalIn", "obj", "oldObj", JSON.stringify(names));
  const validate = run([scope.typeFunction(base), "(op, fldPath, obj, oldObj, errors)"]);
  return when(["!isUpdate || !", same], [validate]);
}

/** Validates a value of a union as its member; a value of another member has no old value. */
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

/** Returns the block of one property: its value, its rules, and those of its type. */
function fieldStatements(scope: EmitScope, node: FieldNode): readonly Statement[] {
  const { field, value: of, validations, presence } = node;
  const ofType = typeRules(scope, node);
  const expression: Printable = call("child", "fldPath", JSON.stringify(field.name));
  const own = { file: scope, value: "value", oldValue: "oldValue", of, isKnown: false, fresh: freshNames() } as const;
  const isInline = [...validations.rules, ...ofType].every((one) => isCheap(one, { ...own, path: "" }));
  const isMissing = call("isMissing", "op", "fldPath", "obj", ...missingArguments(node));
  const statements = emitRules(validations.rules, { ...own, path: isInline ? expression : "path" }, (inner) => {
    const rules = ofType.flatMap((one) => emitRule(one, inner));
    // A value that is left out is not looked into.
    return presence === "optional" ? when(["!", isMissing], rules) : rules;
  });
  const block =
    statements.length === 0
      ? []
      : [valueBlock(scope, node, isInline ? statements : [run(["const path = ", expression]), ...statements])];
  const notes = validations.notes.map(note);
  if (presence !== "required") return [...notes, ...block];
  const zero = missingArguments(node).slice(1);
  const isPresent = call("isPresent", "op", "fldPath", "obj", "oldObj", JSON.stringify(field.name), "errors", ...zero);
  const [inner] = block;
  const set = quickTest(scope, node);
  if (inner?.kind !== "block")
    return [...notes, ...(set === undefined ? [run(isPresent)] : when(`!${set}`, [run(isPresent)]))];
  return [...notes, ...when(set === undefined ? isPresent : [`${set} || `, isPresent], inner.body.statements)];
}

/**
 * Returns an expression that is true only for a property that is not missing, and that is cheaper
 * than the call that finds out. The compiler knows the result for literals.
 */
function quickTest({ universe }: EmitScope, { field }: FieldNode): string | undefined {
  const isPlain = isPrimitive(nativeKind(universe, field.type)) && underlying(universe, field.type).kind !== "literals";
  return isPlain ? `obj${propertyAccess(field.name)}` : undefined;
}

/** Returns the rules of the type of a property, which run after those of the property. */
function typeRules(scope: EmitScope, { type, implied, keys, values }: FieldNode): readonly Rule[] {
  return [
    ...(type !== undefined && scope.hasRules(type) ? [rule({ kind: "type", id: type })] : []),
    ...(implied === undefined ? [] : [implied]),
    ...[keys, values].flatMap((iteration) =>
      iteration !== undefined && isNeeded(scope, iteration) ? iteration.rule : [],
    ),
  ];
}

/** Returns the statements for a value, in an update only if it has changed. */
function valueBlock(scope: EmitScope, { field, value: of }: FieldNode, statements: readonly Statement[]): Statement {
  const { universe } = scope;
  const isSame = equality(universe, of, "value", "oldValue");
  const differs = isComparable(universe, of.type) ? "value !== oldValue" : ["!", isSame];
  return {
    kind: "block",
    body: {
      statements: [
        run(`const value = ${valueExpression(universe, "obj", { name: field.name, value: of })}`),
        run(`const oldValue = ${oldExpression(scope, field.name, of)}`),
        ...when(["!isUpdate || ", differs], statements),
      ],
    },
  };
}

/** Returns the name of a property, and the zero of its type if that is not an empty value. */
function missingArguments({ field }: FieldNode): readonly string[] {
  const zero = field.type.kind === "scalar" ? zeroTexts[field.type.name] : undefined;
  return [JSON.stringify(field.name), ...(zero === undefined ? [] : [JSON.stringify(zero)])];
}

const zeroTexts: Readonly<Record<string, string | undefined>> = { Quantity: "0", Duration: "0s" };

function isNeeded({ hasRules }: EmitScope, { types, isOwn }: Iteration): boolean {
  return isOwn || types.some(hasRules);
}

/** Returns the expression of the old value: undefined without an old object. */
function oldExpression({ universe }: EmitScope, name: string, of: FieldNode["value"]): string {
  const access = propertyAccess(name);
  const optional = access.startsWith(".") ? `?${access}` : `?.${access}`;
  if (!of.optional || of.pointer || !isPrimitive(nativeKind(universe, of.type))) return `oldObj${optional}`;
  return `oldObj && (${valueExpression(universe, "oldObj", { name, value: of })})`;
}

/** Reports whether a rule needs the path of the value only for its error. */
function isCheap({ check }: Rule, scope: ValueScope): boolean {
  return conditionOf(check, scope) !== undefined || check.kind === "fixed";
}

function note(text: string): Statement {
  return { kind: "note", text };
}
