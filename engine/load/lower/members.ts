import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { remedy, replaceText } from "../../base/fix.js";
import { isNullable } from "../../markers/nullable.js";
import type { Field, Type } from "../../model/universe.js";
import { positionInSource } from "../syntax/parse.js";
import { reportMixed } from "./lower-map.js";
import { allowsNull } from "./lower-union.js";
import { replaceNode } from "./repairs.js";
import { reportAt, type LowerScope } from "./scope.js";

/**
 * Lowers the members of an object type to fields. Reports every member that cannot be a field, and
 * then returns undefined.
 */
export function lowerMembers(members: readonly ts.TypeElement[], scope: LowerScope): Field[] | undefined {
  const fields: Field[] = [];
  let failed = false;
  for (const member of members) {
    if (!compiler.isPropertySignature(member)) {
      refuseMember(member, scope);
      failed = true;
      continue;
    }
    const field = lowerProperty(member, scope);
    if (field === undefined) failed = true;
    else if (fields.some((other) => other.name === field.name)) {
      const message = `the field \`${field.name}\` is declared twice`;
      reportAt(scope, member, "load/duplicate-field", message, "remove one of them");
      failed = true;
    } else fields.push(field);
  }
  if (!failed) return fields;
  scope.findings.refuse(members.map((member) => [...scope.file.comments.of(member, false).markers]));
  return undefined;
}

/** Reports a member that is not a property. */
function refuseMember(member: ts.TypeElement, scope: LowerScope): void {
  if (compiler.isMethodSignature(member)) {
    const text = "remove the method: put behaviour into functions beside the types";
    const edits = [replaceNode(scope, member, "")];
    reportAt(scope, member, "load/function", "a method is not data", remedy({ text, edits }));
  } else if (compiler.isAccessor(member)) {
    const type = compiler.isGetAccessor(member) ? member.type : member.parameters[0]?.type;
    const property = `${member.name.getText(scope.file.node)}: ${type?.getText(scope.file.node) ?? "unknown"};`;
    const advice = remedy({ text: `declare a property: ${property}`, edits: [replaceNode(scope, member, property)] });
    reportAt(scope, member, "load/accessor", "a getter or setter is not data", advice);
  } else if (compiler.isIndexSignatureDeclaration(member)) {
    reportMixed(member, scope);
  } else {
    const message = "an object that can be called is not data";
    reportAt(scope, member, "load/function", message, "put behaviour into functions beside the types");
  }
}

function lowerProperty(member: ts.PropertySignature, scope: LowerScope): Field | undefined {
  const name = propertyName(member.name);
  if (name === undefined) {
    const message = "the name of a field must be a literal";
    reportAt(scope, member, "load/computed-name", message, "write the name as a literal");
    return undefined;
  }
  const at: LowerScope = { ...scope, subject: `${scope.subject}.${name}` };
  const written = member.type;
  const isReadonly = refuseReadonly(member, at);
  if (written === undefined) {
    reportMissingType(member, at);
    return undefined;
  }
  const optional = member.questionToken !== undefined;
  if (isReadonly || (optional && refuseInheritedName(member, name, at))) return undefined;
  const access = [...scope.expression, `[${JSON.stringify(name)}]`];
  const { file } = scope;
  const { markers, description } = file.comments.of(member, false);
  const nullable = isNullable(markers);
  const type = scope.lower.type(written, {
    ...at,
    name: `${scope.name}_${name.replace(/[^A-Za-z0-9_$]/g, "_")}`,
    expression: optional || nullable ? ["NonNullable<", ...access, ">"] : access,
    optional,
    nullable,
    field: member,
  });
  if (type === undefined) return undefined;
  if (nullable && !allowsNull(written) && !isAny(type)) {
    reportNoNull(written, at);
    return undefined;
  }
  return {
    name,
    optional,
    ...(nullable && { nullable }),
    type,
    markers,
    description,
    position: positionInSource(file.node, member.name.getStart(file.node)),
  };
}

/** Reports a readonly field, and then returns true. */
function refuseReadonly(member: ts.PropertySignature, scope: LowerScope): boolean {
  if (member.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ReadonlyKeyword) !== true) return false;
  const at = positionInSource(scope.file.node, member.getStart(scope.file.node));
  const message = "generated functions assign the fields of objects, but `readonly` forbids assignments";
  const text = "remove readonly here; a function that only reads objects can use Readonly<T>";
  reportAt(scope, member, "load/readonly", message, remedy(replaceText(at, "readonly ", "", text)));
  return true;
}

function isAny(type: Type): boolean {
  return type.kind === "scalar" && type.name === "any";
}

/** Reports a field with `+nullable` whose type does not allow null. */
function reportNoNull(written: ts.TypeNode, scope: LowerScope): void {
  const text = `${written.getText(scope.file.node)} | null`;
  const message = "+nullable allows null, but the type does not contain null";
  reportAt(scope, written, "load/nullable", message, remedy({ text, edits: [replaceNode(scope, written, text)] }));
}

function reportMissingType(member: ts.PropertySignature, scope: LowerScope): void {
  const text = `${member.name.getText(scope.file.node)}${member.questionToken === undefined ? "" : "?"}: string;`;
  const edits = [replaceNode(scope, member, text)];
  reportAt(scope, member, "load/missing-type", "the field has no type", remedy({ text, edits, isExample: true }));
}

/**
 * Reports an optional field whose name is a property of every JavaScript object, such as
 * `constructor`. Returns true if it has reported the field.
 */
function refuseInheritedName(member: ts.PropertySignature, name: string, scope: LowerScope): boolean {
  if (!(name in Object.prototype)) return false;
  const at = positionInSource(scope.file.node, member.name.getEnd());
  const text = "make the field required, with +optional if clients may omit it; or rename the field";
  const message = `every JavaScript object inherits \`${name}\`, so code cannot detect whether an optional field of this name is absent`;
  reportAt(scope, member, "load/inherited-name", message, remedy(replaceText(at, "?", "", text)));
  return true;
}

function propertyName(name: ts.PropertyName): string | undefined {
  if (compiler.isIdentifier(name) || compiler.isStringLiteral(name) || compiler.isNoSubstitutionTemplateLiteral(name))
    return name.text;
  // In a type, `["__proto__"]` declares a property with the name `__proto__`.
  if (compiler.isComputedPropertyName(name) && compiler.isStringLiteralLike(name.expression))
    return name.expression.text;
  return compiler.isNumericLiteral(name) ? name.text : undefined;
}
