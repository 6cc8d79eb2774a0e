import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Why a written type is no data that can be sent as JSON, and what to write instead. */
export function refusal(node: ts.TypeNode, text: string): Refusal {
  const { SyntaxKind } = compiler;
  switch (node.kind) {
    case SyntaxKind.FunctionType:
    case SyntaxKind.ConstructorType:
      return { code: "function", message: "a function is no data", hint: "put behaviour into functions of their own, beside the types" };
    case SyntaxKind.BigIntKeyword:
      return { code: "not-json", message: "bigint has no place in JSON", hint: "use int64, or string for more than 2^53" };
    case SyntaxKind.SymbolKeyword:
      return { code: "not-json", message: "a symbol has no place in JSON", hint: "use string" };
    case SyntaxKind.ObjectKeyword:
      return {
        code: "not-json",
        message: "`object` may be anything, also what JSON does not have",
        hint: "use RawExtension for any JSON object, unknown for any JSON value",
      };
    case SyntaxKind.UndefinedKeyword:
    case SyntaxKind.VoidKeyword:
    case SyntaxKind.NeverKeyword:
      return { code: "undefined", message: `\`${text}\` has no value`, hint: "make the field optional with `?`, or leave it out" };
    case SyntaxKind.LiteralType:
      return {
        code: "null",
        message: "`null` means absent and is never written",
        hint: "make the field optional with `?` and leave null out",
      };
    case SyntaxKind.TypeQuery:
      return {
        code: "computed-type",
        message: `\`${text}\` is computed from a value`,
        hint: 'write the type out, a union of literals for example: "Fast" | "Safe"',
      };
    case SyntaxKind.TypeOperator:
    case SyntaxKind.ConditionalType:
    case SyntaxKind.MappedType:
    case SyntaxKind.TemplateLiteralType:
    case SyntaxKind.InferType:
    case SyntaxKind.IndexedAccessType:
      return {
        code: "computed-type",
        message: `\`${text}\` is a computed type`,
        hint: "write out what it amounts to: an interface, a union of literals, a Record<string, T>",
      };
    case SyntaxKind.ImportType:
      return { code: "computed-type", message: `\`${text}\` imports in place`, hint: "use an `import type` at the top of the file" };
    case SyntaxKind.ThisType:
      return { code: "computed-type", message: "`this` is no type of its own", hint: "write the interface's name" };
    default:
      return {
        code: "unsupported-type",
        message: `\`${text}\` is no type that API types may use`,
        hint: "docs/types.md lists what they may use",
      };
  }
}

/** Global types of JavaScript that are no data, and what to use instead. */
export const refusedGlobals: { readonly [name: string]: string } = {
  Date: "use Time (to the second) or MicroTime",
  Map: "use Record<string, T>",
  ReadonlyMap: "use Record<string, T>",
  WeakMap: "use Record<string, T>",
  Set: "use T[], with +listType=set",
  ReadonlySet: "use T[], with +listType=set",
  WeakSet: "use T[], with +listType=set",
  Uint8Array: "use bytes: base64 text",
  ArrayBuffer: "use bytes: base64 text",
  Buffer: "use bytes: base64 text",
  RegExp: "use string",
  URL: "use string",
  Error: "use string",
  Function: "put behaviour into functions of their own, beside the types",
  Promise: "an API type holds values",
  BigInt: "use int64, or string for more than 2^53",
  String: "use string",
  Number: "use int32, int64 or float64",
  Boolean: "use boolean",
  Object: "use RawExtension for any JSON object, unknown for any JSON value",
  Symbol: "use string",
  Exclude: "write the union out",
  Extract: "write the union out",
  ReturnType: "write the type out",
  Parameters: "write the type out",
  Awaited: "write the type out",
  Uppercase: "write the literals out",
  Lowercase: "write the literals out",
  Capitalize: "write the literals out",
  Uncapitalize: "write the literals out",
};
