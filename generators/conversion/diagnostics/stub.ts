import { posix } from "node:path";
import { type Printable, type SymbolRef, printWith } from "../../../engine/base/symbol.js";
import type { Field, TypeDeclaration } from "../../../engine/model/universe.js";
import { propertyAccess, propertyKey } from "../../../engine/print/render.js";
import type { Stub } from "../../../engine/base/stub.js";
import type { ConversionTarget } from "../../pairs/target.js";
import { typeKey } from "../../pairs/types.js";
import type { ConversionContext } from "../../pairs/context.js";
import { declaredTypeMeta } from "../plan/zero.js";

/** A field that the hand-written function passes to the generated function. */
export interface Given {
  readonly name: string;
  readonly value: Printable;
  /** Text of a comment that is printed after the value. */
  readonly note?: string;
}

/** Task of a function that the developer must write. */
export type Task =
  /**
   * The function calls the generated function and completes its result. `given` contains the fields
   * that it passes to the generated function in the last argument; `lost` contains the fields of
   * the input that have no peer.
   */
  | {
      readonly kind: "complete";
      readonly autoConvert: string;
      readonly given: readonly Given[];
      readonly lost: readonly string[];
    }
  /** The function converts the union members that the generated function does not accept. */
  | {
      readonly kind: "members";
      readonly autoConvert: string;
      readonly discriminator: string;
      readonly values: readonly string[];
    }
  /**
   * The function converts the members of the input's union of literals that the output's union does
   * not have (`values`). `candidates` are the members of the output's union.
   */
  | {
      readonly kind: "literals";
      readonly values: readonly (string | number | boolean)[];
      readonly candidates: readonly string[];
    }
  /**
   * The function converts the whole type, because generated code can convert none of its values.
   */
  | { readonly kind: "all" };

/**
 * Returns the code of a function for the developer to paste. Where the developer must decide, the
 * code contains an undeclared name, as in `title: TODO_title` or `kind: TODO_kind(input.kind)`. The
 * function does not compile until the developer replaces these names, and the compiler's message
 * contains the name of the field.
 */
export function stubOf(
  context: ConversionContext,
  target: ConversionTarget,
  name: string,
  from: TypeDeclaration,
  to: TypeDeclaration,
  task: Task,
): Stub {
  const scope: SymbolRef = { symbol: "ConversionScope", from: "@apimachinery/runtime", module: true, type: true };
  const body = bodyOf(context, target, from, to, task);
  const text = printWith(body, ({ symbol }) => symbol);
  const parameter = (own: string): string => (new RegExp(`\\b${own}\\b`).test(text) ? own : `_${own}`);
  const [input, output] = [context.types.print(from), context.types.print(to)];
  return {
    file: posix.join(target.output.id, "conversion.ts"),
    name,
    importEnding: target.output.importEnding,
    code: [
      `export function ${name}(${parameter("input")}: `,
      input,
      `, ${parameter("scope")}: `,
      scope,
      "): ",
      output,
      " {\n",
      body,
      "}",
    ],
  };
}

function bodyOf(
  context: ConversionContext,
  target: ConversionTarget,
  from: TypeDeclaration,
  to: TypeDeclaration,
  task: Task,
): Printable {
  const auto = (symbol: string): SymbolRef => ({ symbol, from: context.path(target.output.id) });
  switch (task.kind) {
    case "complete": {
      const given = task.given.map(({ name, value, note }): Printable => {
        const end = note === undefined ? "" : ` // ${note}`;
        return [`    ${propertyKey(name)}: `, value, `,${end}\n`];
      });
      const end = given.length === 0 ? ");\n" : [", {\n", ...given, "  });\n"];
      return [
        "  const out = ",
        auto(task.autoConvert),
        "(input, scope",
        end,
        ...task.lost.map((name) => lost(context, to, name)),
        "  return out;\n",
      ];
    }
    case "members": {
      const path = `input${propertyAccess(task.discriminator)}`;
      const members = task.values.map(
        (value) => `  if (${path} === ${JSON.stringify(value)}) return ${todo(value)};\n`,
      );
      return [...members, "  return ", auto(task.autoConvert), "(input, scope);\n"];
    }
    case "literals": {
      const comment = ` // one of ${task.candidates.join(", ")}`;
      return [
        ...task.values.map(
          (value) => `  if (input === ${JSON.stringify(value)}) return ${todo(String(value))};${comment}\n`,
        ),
        "  return input;\n",
      ];
    }
    case "all":
      return ownBody(context, from, to);
  }
}

/** Returns a name that is not declared in any file, so that the compiler reports it. */
export function todo(name: string): string {
  return `TODO_${name.replace(/[^A-Za-z0-9_$]/g, "_")}`;
}

function lost(context: ConversionContext, to: TypeDeclaration, name: string): string {
  return [
    `  // ${context.types.label(to)} does not have this field. Store it elsewhere, or accept the loss: delete the next line`,
    `  // and add this marker to the function: +k8s:conversion-fn:loses=${name}`,
    `  ${todo(name)}(input${propertyAccess(name)});`,
    "",
  ].join("\n");
}

/**
 * Returns the body of a function for types without a generated function. The body copies the fields
 * with the same name and type, except an optional field to a required one. The developer must add
 * the code for the other fields, or for the whole value if one of the types is not an object.
 */
function ownBody(context: ConversionContext, { shape: from }: TypeDeclaration, to: TypeDeclaration): Printable {
  if (to.shape.kind !== "object" || from.kind !== "object") return `  return ${todo(to.name)}(input);\n`;
  const isSame = (a: Field, b: Field): boolean => a.name === b.name && typeKey(a.type) === typeKey(b.type);
  const source = (field: Field): Field | undefined =>
    from.fields.find((other) => isSame(field, other) && (field.optional || !other.optional));
  const typeMeta =
    to.shape.typeMeta === undefined ? [] : Object.entries(declaredTypeMeta(context.types, to, to.shape.typeMeta));
  const required = to.shape.fields
    .filter(({ optional }) => !optional)
    .map((field) => {
      const value = source(field) === undefined ? todo(field.name) : `input${propertyAccess(field.name)}`;
      return `    ${propertyKey(field.name)}: ${value},\n`;
    });
  const optional = to.shape.fields
    .filter((field) => field.optional)
    .map((field) => {
      const [input, output] = [`input${propertyAccess(field.name)}`, `out${propertyAccess(field.name)}`];
      const peer = source(field);
      if (peer === undefined) return `  ${output} = ${todo(field.name)};\n`;
      return peer.optional ? `  if (${input} !== undefined) ${output} = ${input};\n` : `  ${output} = ${input};\n`;
    });
  const known = new Set(to.shape.fields.map(({ name }) => name));
  const others = from.fields.filter(({ name }) => !known.has(name)).map(({ name }) => lost(context, to, name));
  const lines = [...typeMeta.map(([name, value]) => `    ${name}: ${JSON.stringify(value)},\n`), ...required];
  const literal = lines.length === 0 ? "{}" : `{\n${lines.join("")}  }`;
  if (optional.length + others.length === 0) return `  return ${literal};\n`;
  return ["  const out: ", context.types.print(to), ` = ${literal};\n`, ...optional, ...others, "  return out;\n"];
}
