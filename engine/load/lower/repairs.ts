import type { ts } from "ts-morph";
import type { Edit, Fix } from "../../base/fix.js";
import { compiler } from "../syntax/compiler.js";
import { literalValue } from "../syntax/literal-value.js";
import { positionInSource } from "../syntax/parse.js";
import { runtimePackage } from "../../base/runtime-package.js";
import type { SourceFile } from "../syntax/source-file.js";
import type { LowerScope } from "./scope.js";

/** Returns the edit that replaces the source text of a node. */
export function replaceNode({ file }: { readonly file: SourceFile }, node: ts.Node, to: string): Edit {
  return {
    kind: "replace",
    at: positionInSource(file.node, node.getStart(file.node)),
    from: node.getText(file.node),
    to,
  };
}

/**
 * Returns the edit that imports a type of the runtime. Returns no edit if the file already declares
 * or imports the name.
 */
export function importRuntime({ file }: LowerScope, name: string): readonly Edit[] {
  if (file.imports.has(name) || file.declared.has(name)) return [];
  return [{ kind: "import", file: file.path, name, from: runtimePackage }];
}

/**
 * Returns one fix for each choice. Each fix replaces a node by a type of the runtime or of
 * JavaScript.
 */
export function useInstead(
  scope: LowerScope,
  node: ts.Node,
  choices: readonly { readonly to: string; readonly imports?: string; readonly text?: string }[],
): Fix[] {
  return choices.map(({ to, imports, text = `use ${to}` }) => ({
    text,
    edits: [replaceNode(scope, node, to), ...(imports === undefined ? [] : importRuntime(scope, imports))],
  }));
}

/** Returns the edits that change the module of an import and keep the imported names. */
export function importFrom(file: SourceFile, specifier: string, other: string): readonly Edit[] {
  return importsOf(file, specifier).map(({ moduleSpecifier }) =>
    replaceNode({ file }, moduleSpecifier, JSON.stringify(other)),
  );
}

/**
 * Returns the edits that replace an imported name by another name of the same module. The local
 * name does not change.
 */
export function renameImported(file: SourceFile, specifier: string, name: string, meant: string): readonly Edit[] {
  const bindings = importsOf(file, specifier).map(({ importClause }) => importClause?.namedBindings);
  const elements = bindings.flatMap((found) =>
    found !== undefined && compiler.isNamedImports(found) ? [...found.elements] : [],
  );
  return elements
    .filter((element) => (element.propertyName ?? element.name).text === name)
    .map((element) => replaceNode({ file }, element, `${meant} as ${element.name.text}`));
}

function importsOf({ node }: SourceFile, specifier: string): ts.ImportDeclaration[] {
  const imports = node.statements.filter(compiler.isImportDeclaration);
  return imports.filter(
    ({ moduleSpecifier }) => compiler.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === specifier,
  );
}

/**
 * Returns the edit that makes a field optional. Returns no edit if the scope's type is not the
 * complete type of a field, or if the field is already optional.
 */
export function makeOptional({ file, field }: LowerScope): readonly Edit[] {
  if (field === undefined || field.questionToken !== undefined) return [];
  const at = positionInSource(file.node, field.name.getEnd());
  return [{ kind: "replace", at, from: "", to: "?" }];
}

/**
 * Returns the edit that adds a marker to a field. Returns no edit if the scope's type is not the
 * complete type of a field.
 */
export function markField({ file, field }: LowerScope, marker: string): readonly Edit[] {
  if (field === undefined) return [];
  return [{ kind: "addMarker", at: positionInSource(file.node, field.name.getStart(file.node)), marker }];
}

/**
 * Returns the code of an alias that replaces an enum: `export type Mode = "Fast" | 5;`. Returns
 * undefined if a value is computed.
 */
export function enumAsUnion(node: ts.EnumDeclaration): string | undefined {
  const values: unknown[] = [];
  for (const { initializer } of node.members) {
    const last = values.at(-1);
    const next = values.length === 0 ? 0 : typeof last === "number" ? last + 1 : undefined;
    values.push(initializer === undefined ? next : (literalValue(initializer)?.value ?? shifted(initializer)));
  }
  const isKnown = values.length > 0 && values.every((value) => typeof value === "string" || typeof value === "number");
  return isKnown
    ? `export type ${node.name.text} = ${values.map((value) => JSON.stringify(value)).join(" | ")};`
    : undefined;
}

/**
 * Returns the value of a shift with literal operands, such as `1 << 2`; undefined for any other
 * expression. Enums of flags contain such shifts.
 */
function shifted(node: ts.Expression): number | undefined {
  if (!compiler.isBinaryExpression(node) || node.operatorToken.kind !== compiler.SyntaxKind.LessThanLessThanToken)
    return undefined;
  const [left, right] = [literalValue(node.left)?.value, literalValue(node.right)?.value];
  return typeof left === "number" && typeof right === "number" ? left << right : undefined;
}

/**
 * Returns the code of an interface with the properties of a class; undefined for a class without a
 * name. Omits properties that have neither a declared type nor a literal value.
 */
export function classAsInterface(node: ts.ClassDeclaration, file: ts.SourceFile): string | undefined {
  if (node.name === undefined) return undefined;
  const lines = node.members.flatMap((member): string[] => {
    if (!compiler.isPropertyDeclaration(member)) return [];
    const value = member.initializer === undefined ? undefined : literalValue(member.initializer)?.value;
    const type = member.type?.getText(file) ?? plainTypes[typeof value];
    return type === undefined
      ? []
      : [`  ${member.name.getText(file)}${member.questionToken === undefined ? "" : "?"}: ${type};`];
  });
  return `export interface ${node.name.text} {\n${lines.map((line) => `${line}\n`).join("")}}`;
}

const plainTypes: { readonly [type: string]: string } = { string: "string", number: "float64", boolean: "boolean" };

/** Names of the runtime's types that are not scalars. */
export const runtimeNames: ReadonlySet<string> = new Set([
  "TypeMeta",
  "ObjectMeta",
  "ListMeta",
  "Embedded",
  "LabelSelector",
  "Condition",
  "OwnerReference",
]);
