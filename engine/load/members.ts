import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { Field } from "../model/universe.js";
import { lowerType } from "./lower-type.js";
import { positionAt } from "./parse.js";
import { report, type Scope } from "./type-table.js";

/** The fields of an object type. Every member that can't be one is reported; undefined if any was. */
export function lowerMembers(members: readonly ts.TypeElement[], scope: Scope): Field[] | undefined {
  const fields: Field[] = [];
  let failed = false;
  for (const member of members) {
    const field = lowerMember(member, scope);
    if (field === undefined) failed = true;
    else if (fields.some((other) => other.name === field.name)) {
      report(scope, member, "duplicate-field", `the field \`${field.name}\` is declared twice`, "leave one of them out");
      failed = true;
    } else fields.push(field);
  }
  if (!failed) return fields;
  scope.session.refusedMarkers.push(...members.map((member) => [...scope.file.comments.of(member, false).markers]));
  return undefined;
}

function lowerMember(member: ts.TypeElement, scope: Scope): Field | undefined {
  if (compiler.isMethodSignature(member)) {
    report(scope, member, "function", "a method is no data", "put behaviour into functions of their own, beside the types");
    return undefined;
  }
  if (compiler.isAccessor(member)) {
    report(scope, member, "accessor", "a getter or setter is no data", "declare a property");
    return undefined;
  }
  if (!compiler.isPropertySignature(member)) {
    if (compiler.isIndexSignatureDeclaration(member)) {
      report(
        scope,
        member,
        "index-signature",
        "an object has either named fields or an index signature",
        "put the map into a field of its own: Record<string, T>",
      );
    } else
      report(
        scope,
        member,
        "function",
        "an object that can be called is no data",
        "put behaviour into functions of their own, beside the types",
      );
    return undefined;
  }
  const name = propertyName(member.name);
  if (name === undefined) {
    report(scope, member, "computed-name", "a field's name can't be computed", "write the name out");
    return undefined;
  }
  const { file } = scope;
  const { markers, description } = file.comments.of(member, false);
  const at: Scope = { ...scope, subject: `${scope.subject}.${name}` };
  if (member.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ReadonlyKeyword) === true) {
    report(
      at,
      member,
      "readonly",
      "generated functions fill objects field by field, which `readonly` forbids",
      "leave readonly out of API types; take Readonly<T> where you only read",
    );
    return undefined;
  }
  if (member.type === undefined) {
    report(at, member, "missing-type", "the field has no type", `${name}: string;`);
    return undefined;
  }
  const optional = member.questionToken !== undefined;
  if (optional && name in Object.prototype) {
    report(
      at,
      member,
      "inherited-name",
      `every object inherits \`${name}\`, so that nobody can see whether the field is absent`,
      "make it required, or give it another name",
    );
    return undefined;
  }
  const access = [...scope.expression, `[${JSON.stringify(name)}]`];
  const type = lowerType(member.type, {
    ...at,
    name: `${scope.name}_${name.replace(/[^A-Za-z0-9_$]/g, "_")}`,
    expression: optional ? ["NonNullable<", ...access, ">"] : access,
    optional,
  });
  if (type === undefined) return undefined;
  return { name, optional, type, markers, description, position: positionAt(file.node, member.name.getStart(file.node)) };
}

function propertyName(name: ts.PropertyName): string | undefined {
  if (compiler.isIdentifier(name) || compiler.isStringLiteral(name) || compiler.isNoSubstitutionTemplateLiteral(name)) return name.text;
  return compiler.isNumericLiteral(name) ? name.text : undefined;
}
