import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { remedy } from "../../base/fix.js";
import type { Type } from "../../model/universe.js";
import { nearest } from "../../util/nearest.js";
import { declaredType } from "./declared-type.js";
import { underlyingOf } from "./resolve-alias.js";
import { lowerList } from "./lower-list.js";
import { lowerMap } from "./lower-map.js";
import { moduleType } from "./module-type.js";
import { insteadOfGlobal } from "./unsupported-syntax.js";
import { importRuntime, replaceNode, runtimeNames } from "./repairs.js";
import type { ResolvedName } from "./find.js";
import { isScalarName, numberScalars } from "../../model/scalars.js";
import { reportAt, sourceTextOf, type Advice, type LowerScope } from "./scope.js";
import { identifiersOf, type ReferenceNode } from "./utility-types.js";

const writeExplicitly = "write the type explicitly: an interface, a union of literals, a Record<string, T>";

/**
 * Lowers a reference to a type parameter, a declaration, a type of an npm package, or a global
 * type.
 */
export function lowerReference(node: ReferenceNode, scope: LowerScope): Type | undefined {
  const names = identifiersOf(node);
  const [first = ""] = names;
  const bound = names.length === 1 ? scope.parameters.get(first) : undefined;
  if (bound !== undefined) return bound;
  const resolved = scope.find.name(scope.file, names);
  // `Static<typeof T>` is reported before its package is searched for, because the type is
  // unsupported even if the package is installed.
  const computed = resolved?.kind === "declared" ? undefined : node.typeArguments?.find(compiler.isTypeQueryNode);
  if (computed !== undefined) {
    const message = `\`${sourceTextOf(scope, node)}\` is computed from a value`;
    reportAt(scope, node, "load/computed-type", message, writeExplicitly);
    return undefined;
  }
  if (resolved === undefined) return lowerGlobal(node, names.join("."), scope);
  const known = scope.find.runtimeName(resolved);
  if (known !== undefined) {
    if (isScalarName(known)) return { kind: "scalar", name: known };
    if (known === "JSONValue") return { kind: "scalar", name: "any" };
    if (known === "JSONObject") return { kind: "scalar", name: "RawExtension" };
    if (known === "Embedded") return lowerEmbedded(node, scope);
  }
  if (resolved.kind === "declared") return declaredType(node, resolved.declared, scope);
  if (resolved.kind === "module") return moduleType(node, resolved, scope);
  unresolved(node, resolved, names.join("."), scope);
  return undefined;
}

function lowerEmbedded(node: ReferenceNode, scope: LowerScope): Type | undefined {
  const argument = node.typeArguments?.[0];
  if (argument === undefined) {
    reportAt(scope, node, "load/missing-argument", "Embedded has no type argument", "Embedded<Pizza>");
    return undefined;
  }
  const type = scope.lower.type(argument, scope);
  if (type === undefined) return undefined;
  const under = type.kind === "ref" ? type : underlyingOf(scope.table, type);
  if (under?.kind === "ref") return { kind: "embedded", of: under.to };
  const message = `\`${sourceTextOf(scope, argument)}\` is not an object with apiVersion and kind`;
  const hint = "use an interface that extends TypeMeta as the argument of Embedded";
  reportAt(scope, argument, "load/unsupported-type", message, hint);
  return undefined;
}

function lowerGlobal(node: ReferenceNode, name: string, scope: LowerScope): Type | undefined {
  const [first, second] = node.typeArguments ?? [];
  // The name is missing in the source, and the parser has already reported the error.
  if (name === "") return undefined;
  if ((name === "Array" || name === "ReadonlyArray") && first !== undefined) return lowerList(first, scope);
  if (name === "Record" && first !== undefined && second !== undefined) return lowerMap(first, second, scope);
  if (name === "NonNullable" && first !== undefined)
    return scope.lower.type(first, { ...scope, optional: true, nullable: true });
  const instead = insteadOfGlobal(name, node, scope);
  if (instead !== undefined) reportAt(scope, node, "load/not-json", `${name} is not a plain JSON value`, instead);
  else if (!reportMember(node, name, scope)) {
    const message = `\`${name}\` is neither declared nor imported in this file`;
    reportAt(scope, node, "load/unresolved-name", message, declareOrImport(node, name, scope));
  }
  return undefined;
}

/**
 * Reports a type that a `declare global` block or a namespace declares, or that is a member of an
 * imported name. Such types are not read.
 * @returns true if the name refers to such a type
 */
function reportMember(node: ts.Node, name: string, scope: LowerScope): boolean {
  const [first = "", last] = name.split(".", 2);
  const isGlobal = scope.file.node.statements.some(
    (statement) =>
      compiler.isModuleDeclaration(statement) &&
      statement.name.text === "global" &&
      new RegExp(`\\b(interface|type)\\s+${first}\\b`).test(statement.getText(scope.file.node)),
  );
  const isNamespace = last !== undefined && scope.file.declared.has(first);
  const isImported = last !== undefined && scope.file.imports.has(first);
  if (isGlobal) {
    const message = `\`${name}\` is declared in \`declare global\`, but codegen does not read such blocks`;
    reportAt(scope, node, "load/unsupported-type", message, "declare and export the type outside that block");
  } else if (isNamespace) {
    const message = `\`${first}\` is a namespace, but codegen does not read types in namespaces`;
    reportAt(scope, node, "load/unsupported-type", message, `declare ${last} outside the namespace`);
  } else if (isImported) {
    const message = `\`${name}\` is not a type that API types can use`;
    reportAt(scope, node, "load/computed-type", message, writeExplicitly);
  }
  return isGlobal || isNamespace || isImported;
}

function declareOrImport(node: ts.Node, name: string, scope: LowerScope): string | Advice {
  if (isScalarName(name) || runtimeNames.has(name))
    return {
      ...remedy({ text: `import type { ${name} } from "@apimachinery/runtime";`, edits: importRuntime(scope, name) }),
      cause: `not-imported:${name}`,
    };
  const known = [...scope.file.declared.keys(), ...scope.file.imports.keys()];
  const meant =
    otherNames[name.toLowerCase()] ?? nearest(name, known) ?? nearest(name, [...numberScalars, ...runtimeNames]);
  if (meant === undefined) return "declare or import the type";
  const isKnown = known.includes(meant) || meant === "string" || meant === "boolean";
  const text = `did you mean ${meant}${isKnown ? "" : ', from "@apimachinery/runtime"'}?`;
  const written = compiler.isTypeReferenceNode(node) ? node.typeName : node;
  return remedy({ text, edits: [replaceNode(scope, written, meant), ...(isKnown ? [] : importRuntime(scope, meant))] });
}

/** Names of scalar types in other languages, each with the scalar to use instead. */
const otherNames: { readonly [name: string]: string } = {
  int: "int32",
  integer: "int32",
  short: "int16",
  long: "int64",
  byte: "uint8",
  uint: "uint32",
  float: "float64",
  double: "float64",
  bool: "boolean",
  str: "string",
  text: "string",
};

function unresolved(
  node: ts.Node,
  resolved: Exclude<ResolvedName, { kind: "declared" | "module" }>,
  name: string,
  scope: LowerScope,
): void {
  if (resolved.kind === "namespace") {
    reportAt(scope, node, "load/unsupported-type", `\`${name}\` is a namespace, not a type`, "name one of its types");
    return;
  }
  const { specifier } = resolved;
  const [message, hint] =
    resolved.kind === "no-export"
      ? [
          `"${specifier}" does not export \`${resolved.name}\``,
          `export \`${resolved.name}\` from "${specifier}", or correct the import`,
        ]
      : /(^|\/)zz_generated\./.test(specifier)
        ? [`\`${name}\` is imported from a generated file`, "declare the type in a hand-written file"]
        : [
            `\`${name}\` is imported from "${specifier}", but that file does not exist`,
            "correct the path of the import",
          ];
  reportAt(scope, node, "load/unresolved-import", message, hint);
}
