import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import type { TypeExpression, FieldDeclaration } from "../types/declaration.js";
import type { Named } from "../types/names.js";
import { commentLines } from "./comment.js";

/** Returns the unformatted content of a types.ts file. */
export function typesText(types: readonly Named[], imports: ReadonlySet<string>): string {
  const names = new Map(types.map(({ name, declaration }) => [declaration, name]));
  const print = (type: TypeExpression): string =>
    type.map((part) => (typeof part === "string" ? part : (names.get(part) ?? ""))).join("");
  const imported = `import type { ${[...imports].sort().join(", ")} } from "@apimachinery/runtime";`;
  return `${[imported, ...types.map((one) => declarationText(one, print))].join("\n\n")}\n`;
}

function declarationText({ name, declaration }: Named, print: (type: TypeExpression) => string): string {
  const comment = commentLines(declaration.description, declaration.markers);
  const { body } = declaration;
  if (body.kind === "alias") return [...comment, `export type ${name} = ${print(body.of)};`].join("\n");
  const base = declaration.base === undefined ? "" : ` extends ${declaration.base}`;
  return [
    ...comment,
    `export interface ${name}${base} {`,
    ...body.fields.map((field) => fieldText(field, print)),
    "}",
  ].join("\n");
}

function fieldText(field: FieldDeclaration, print: (type: TypeExpression) => string): string {
  const comment = commentLines(field.description, field.markers);
  const name = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : unescapeLiteral(field.name);
  const key = `${name}${field.isOptional ? "?" : ""}`;
  return [...comment, `${key}: ${print(field.type)};`].map((line) => `  ${line}`).join("\n");
}
