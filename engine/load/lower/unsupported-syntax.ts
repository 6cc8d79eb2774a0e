import type { ts } from "ts-morph";
import { remedy, type Remedy } from "../../base/fix.js";
import { compiler } from "../syntax/compiler.js";
import { literalValue } from "../syntax/literal-value.js";
import { markField, replaceNode, useInstead } from "./repairs.js";
import { sourceTextOf, type LowerScope } from "./scope.js";
import type { LoadCode } from "../problem-codes.js";
import type { ReferenceNode } from "./utility-types.js";

/** The problem that is reported for an unsupported type. */
export interface SyntaxRefusal extends Remedy {
  readonly code: LoadCode;
  readonly message: string;
}

/**
 * Returns the problem for an unsupported type, with the reason and a hint about supported types.
 */
export function refuseSyntax(node: ts.TypeNode, scope: LowerScope): SyntaxRefusal {
  const { SyntaxKind } = compiler;
  const text = sourceTextOf(scope, node);
  switch (node.kind) {
    case SyntaxKind.FunctionType:
    case SyntaxKind.ConstructorType:
      return { code: "load/function", message: "a function is not data", ...withoutField(scope) };
    case SyntaxKind.BigIntKeyword:
    case SyntaxKind.SymbolKeyword:
    case SyntaxKind.ObjectKeyword:
      return notJson(node, scope);
    case SyntaxKind.UndefinedKeyword:
    case SyntaxKind.VoidKeyword:
    case SyntaxKind.NeverKeyword:
      return {
        code: "load/undefined",
        message: `\`${text}\` is not a JSON value`,
        ...withoutField(scope, "remove the field"),
      };
    case SyntaxKind.LiteralType:
      return literalRefusal(node as ts.LiteralTypeNode, scope);
    case SyntaxKind.TypeQuery:
    case SyntaxKind.TypeOperator:
    case SyntaxKind.ConditionalType:
    case SyntaxKind.MappedType:
    case SyntaxKind.TemplateLiteralType:
    case SyntaxKind.InferType:
    case SyntaxKind.IndexedAccessType:
    case SyntaxKind.ImportType:
    case SyntaxKind.ThisType:
      return { code: "load/computed-type", ...computedRefusal(node, text), ...valuesOfConstant(node, scope) };
    default:
      return {
        code: "load/unsupported-type",
        message: `\`${text}\` is not a type that API types can use`,
        hint: "use interfaces, literal unions, lists, Record<string, T> and the types of @apimachinery/runtime: see the page about types in the documentation",
      };
  }
}

/** Returns the problem for a type keyword: `bigint`, `symbol` or `object`. */
function notJson(node: ts.TypeNode, scope: LowerScope): SyntaxRefusal {
  const { SyntaxKind } = compiler;
  const code = "load/not-json";
  if (node.kind === SyntaxKind.ObjectKeyword)
    return { code, message: "`object` allows values that JSON cannot represent", ...anyObject(scope, node) };
  if (node.kind === SyntaxKind.SymbolKeyword)
    return {
      code,
      message: "JSON cannot represent a symbol",
      ...remedy(...useInstead(scope, node, [{ to: "string" }])),
    };
  const choices = [
    { to: "int64", imports: "int64" },
    { to: "string", text: "use string for numbers above 2^53" },
  ];
  return { code, message: "JSON cannot represent a bigint", ...remedy(...useInstead(scope, node, choices)) };
}

/** Returns the problem for a type that is computed from another type or from a value. */
function computedRefusal(node: ts.TypeNode, text: string): Omit<SyntaxRefusal, "code"> {
  switch (node.kind) {
    case compiler.SyntaxKind.TypeQuery:
      return {
        message: `\`${text}\` is computed from a value`,
        hint: 'write the type explicitly, for example as a union of literals: "Fast" | "Safe"',
      };
    case compiler.SyntaxKind.ImportType:
      return {
        message: `\`${text}\` is an import inside a type`,
        hint: "use an `import type` at the top of the file",
      };
    case compiler.SyntaxKind.ThisType:
      return { message: "`this` cannot be the type of a field", hint: "write the name of the interface" };
    default:
      return {
        message: `\`${text}\` is computed from other types`,
        hint: "write the resulting type explicitly: an interface, a union of literals, a Record<string, T>",
      };
  }
}

/**
 * Returns the advice for the values of a constant, which replace an enum: `(typeof C)[keyof typeof
 * C]` or `(typeof C)[number]`. Returns undefined for any other type.
 */
function valuesOfConstant(node: ts.TypeNode, scope: LowerScope): Remedy | undefined {
  if (!compiler.isIndexedAccessTypeNode(node)) return undefined;
  const { file } = scope;
  const [, name] = /^\(?typeof (\w+)\)?$/.exec(node.objectType.getText(file.node)) ?? [];
  if (name === undefined || !/^(number|keyof typeof \w+)$/.test(node.indexType.getText(file.node))) return undefined;
  const { initializer } = file.constants.find((one) => one.node.name.getText(file.node) === name)?.node ?? {};
  const value = initializer === undefined ? undefined : literalValue(initializer)?.value;
  const values: readonly unknown[] = typeof value === "object" && value !== null ? Object.values(value) : [];
  if (values.length === 0 || !values.every((one) => typeof one === "string")) return undefined;
  const union = [...new Set(values)].map((one) => JSON.stringify(one)).join(" | ");
  return remedy({ text: `write a union of literals: ${union}`, edits: [replaceNode(scope, node, union)] });
}

/** Returns the problem for the literal `null` or a bigint literal. */
function literalRefusal(node: ts.LiteralTypeNode, scope: LowerScope): SyntaxRefusal {
  const text = sourceTextOf(scope, node);
  if (node.literal.kind !== compiler.SyntaxKind.NullKeyword) {
    const number = /^-?\d+n$/.test(text) ? text.slice(0, -1) : undefined;
    const advice =
      number === undefined
        ? { hint: "use a number" }
        : remedy({ text: `use a number: ${number}`, edits: [replaceNode(scope, node, number)] });
    return { code: "load/not-json", message: `\`${text}\` is a bigint, which JSON cannot represent`, ...advice };
  }
  return {
    code: "load/null",
    message: "`null` in JSON means that a field is absent",
    ...withoutField(scope, "remove the field"),
  };
}

/**
 * Returns advice to remove the field. The advice has a fix only if the type is the complete type of
 * the field.
 */
export function withoutField(
  scope: LowerScope,
  text = "remove the field: put behaviour into functions beside the types",
): Remedy {
  return scope.field === undefined ? { hint: text } : remedy({ text, edits: [replaceNode(scope, scope.field, "")] });
}

function anyObject(scope: LowerScope, node: ts.Node): Remedy {
  return remedy(
    ...useInstead(scope, node, [
      { to: "RawExtension", imports: "RawExtension", text: "use RawExtension for any JSON object" },
      { to: "unknown", text: "use unknown for any JSON value" },
    ]),
  );
}

/**
 * Returns advice to replace a global type of JavaScript that is not data; undefined if the name is
 * not such a type.
 */
export function insteadOfGlobal(name: string, node: ReferenceNode, scope: LowerScope): Remedy | undefined {
  if (!Object.hasOwn(refusedGlobals, name)) return undefined;
  const advice = refusedGlobals[name];
  const text = (index: number): string => node.typeArguments?.[index]?.getText(scope.file.node) ?? "unknown";
  if (/^(Weak|Readonly)?Map$/.test(name))
    return remedy(...useInstead(scope, node, [{ to: `Record<string, ${text(1)}>` }]));
  if (/^(Weak|Readonly)?Set$/.test(name)) {
    const list = `${/^[\w.]+$/.test(text(0)) ? text(0) : `(${text(0)})`}[]`;
    const edits = [replaceNode(scope, node, list), ...markField(scope, "+listType=set")];
    return remedy({ text: `use ${list}, with +listType=set`, edits });
  }
  if (name === "Object") return anyObject(scope, node);
  if (typeof advice === "string") return { hint: advice };
  const choices = (advice ?? []).map(([to, note]) => ({
    to,
    ...(to === "string" || to === "boolean" ? {} : { imports: to }),
    text: `use ${to}${note ?? ""}`,
  }));
  return remedy(...useInstead(scope, node, choices));
}

type Choice = readonly [type: string, note?: string];

/**
 * Unsupported global types by name. The value is a hint, or a list of supported types to use
 * instead. The list is empty if `insteadOfGlobal` creates the advice from the type itself.
 */
const refusedGlobals: { readonly [name: string]: readonly Choice[] | string } = {
  Date: [
    ["Time", " for times in seconds"],
    ["MicroTime", " for times in microseconds"],
  ],
  Map: [],
  ReadonlyMap: [],
  WeakMap: [],
  Set: [],
  ReadonlySet: [],
  WeakSet: [],
  Uint8Array: [["bytes", ": a base64 string"]],
  ArrayBuffer: [["bytes", ": a base64 string"]],
  Buffer: [["bytes", ": a base64 string"]],
  RegExp: [["string"]],
  URL: [["string"]],
  Error: [["string"]],
  Function: "put behaviour into functions beside the types",
  Promise: "an API type can contain only JSON values",
  BigInt: [["int64"], ["string", " for numbers above 2^53"]],
  String: [["string"]],
  Number: [["int32"], ["int64"], ["float64"]],
  Boolean: [["boolean"]],
  Object: [],
  Symbol: [["string"]],
  Exclude: "write the resulting union explicitly",
  Extract: "write the resulting union explicitly",
  ReturnType: "write the resulting type explicitly",
  Parameters: "write the resulting type explicitly",
  Awaited: "write the resulting type explicitly",
  Uppercase: "write the resulting literals explicitly",
  Lowercase: "write the resulting literals explicitly",
  Capitalize: "write the resulting literals explicitly",
  Uncapitalize: "write the resulting literals explicitly",
};
