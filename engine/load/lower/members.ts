import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { remedy } from "../../fix/fix.js";
import type { Field } from "../../model/universe.js";
import { positionAt } from "../syntax/parse.js";
import { replaceNode } from "./repairs.js";
import { report, type Scope } from "./scope.js";

/**
 * The fields of an object type. Every member that can't be one is reported; undefined if any was.
 */
export function lowerMembers(members: readonly ts.TypeElement[], scope: Scope): Field[] | undefined {
  const fields: Field[] = [];
  let failed = false;
  for (const member of members) {
    const field = lowerMember(member, scope);
    if (field === undefined) failed = true;
    else if (fields.some((other) => other.name === field.name)) {
      report(
        scope,
        member,
        "duplicate-field",
        `the field \`${field.name}\` is declared twice`,
        "leave one of them out",
      );
      failed = true;
    } else fields.push(field);
  }
  if (!failed) return fields;
  scope.session.refusedMarkers.push(...members.map((member) => [...scope.file.comments.of(member, false).markers]));
  return undefined;
}

function lowerMember(member: ts.TypeElement, scope: Scope): Field | undefined {
  if (compiler.isMethodSignature(member)) {
    const text = "remove it: put behaviour into functions beside the types";
    report(
      scope,
      member,
      "function",
      "a method is not data",
      remedy({ text, edits: [replaceNode(scope, member, "")] }),
    );
    return undefined;
  }
  if (compiler.isAccessor(member)) {
    const type = compiler.isGetAccessor(member) ? member.type : member.parameters[0]?.type;
    const property = `${member.name.getText(scope.file.node)}: ${type?.getText(scope.file.node) ?? "unknown"};`;
    const edits = [replaceNode(scope, member, property)];
    report(
      scope,
      member,
      "accessor",
      "a getter or setter is not data",
      remedy({ text: `declare a property: ${property}`, edits }),
    );
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
      remedy({
        text: "leave readonly out of API types; take Readonly<T> where you only read",
        edits: [{ kind: "replace", at: positionAt(file.node, member.getStart(file.node)), from: "readonly ", to: "" }],
      }),
    );
    return undefined;
  }
  if (member.type === undefined) {
    const text = `${member.name.getText(file.node)}${member.questionToken === undefined ? "" : "?"}: string;`;
    report(
      at,
      member,
      "missing-type",
      "the field has no type",
      remedy({ text, edits: [replaceNode(scope, member, text)], isExample: true }),
    );
    return undefined;
  }
  const optional = member.questionToken !== undefined;
  if (optional && name in Object.prototype) {
    report(
      at,
      member,
      "inherited-name",
      `every object inherits \`${name}\`, so an optional field can't be told from a missing one`,
      remedy({
        text: "make it required, or give it another name",
        edits: [{ kind: "replace", at: positionAt(file.node, member.name.getEnd()), from: "?", to: "" }],
      }),
    );
    return undefined;
  }
  const access = [...scope.expression, `[${JSON.stringify(name)}]`];
  const type = scope.lower.type(member.type, {
    ...at,
    name: `${scope.name}_${name.replace(/[^A-Za-z0-9_$]/g, "_")}`,
    expression: optional ? ["NonNullable<", ...access, ">"] : access,
    optional,
    field: member,
  });
  if (type === undefined) return undefined;
  return {
    name,
    optional,
    type,
    markers,
    description,
    position: positionAt(file.node, member.name.getStart(file.node)),
  };
}

function propertyName(name: ts.PropertyName): string | undefined {
  if (compiler.isIdentifier(name) || compiler.isStringLiteral(name) || compiler.isNoSubstitutionTemplateLiteral(name))
    return name.text;
  return compiler.isNumericLiteral(name) ? name.text : undefined;
}
