import { posix } from "node:path";
import { collectImports } from "../../engine/print/imports.js";
import type { ImportCollector } from "../../engine/print/imports.js";
import { isSymbolRef } from "../../engine/print/symbol.js";
import type { Printable } from "../../engine/print/symbol.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import { propertyAccess, propertyKey } from "../../engine/render.js";
import type { Manual } from "./fields.js";
import type { Setup } from "./setups.js";
import { typeKey } from "./types.js";
import type { World } from "./world.js";
import { typeMetaOf, zeroValue } from "./zero.js";

/** The function that a person writes to take a pair of types over: complete, to be pasted. */
export interface Stub {
  readonly name: string;
  readonly from: TypeDeclaration;
  readonly to: TypeDeclaration;
  /** The generated function to begin with; undefined where there is none for the pair. */
  readonly autoConvert: string | undefined;
  /** What the generated function wants in addition. */
  readonly given: readonly Manual[];
  /** Fields of the input that are lost otherwise. */
  readonly lost: readonly string[];
  /** Members of a union that the generated function does not take. */
  readonly excluded?: { readonly discriminator: string; readonly values: readonly string[] };
}

export function printStub(world: World, setup: Setup, stub: Stub): string {
  const file = posix.join(setup.output.id, "conversion.ts");
  const imports = collectImports(file, [stub.name], setup.output.importEnding);
  const text = (printable: Printable): string => written(printable, imports);
  const scope = text({ symbol: "ConversionScope", from: "@apimachinery/runtime", module: true, type: true });
  const [input, output] = [text(world.types.print(stub.from)), text(world.types.print(stub.to))];
  const body = stub.autoConvert === undefined ? ownBody(world, stub, output, text) : autoBody(world, setup, stub, stub.autoConvert, text);
  const name = (parameter: string): string => (new RegExp(`\\b${parameter}\\b`).test(body.join("\n")) ? parameter : `_${parameter}`);
  const signature = `export function ${stub.name}(${name("input")}: ${input}, ${name("scope")}: ${scope}): ${output} {`;
  return imports.resolve([`// ${file}`, imports.statements(), "", signature, ...body, "}"].join("\n"));
}

/** Begins with the generated function. */
function autoBody(world: World, setup: Setup, stub: Stub, autoConvert: string, text: (printable: Printable) => string): string[] {
  const call = text({ symbol: autoConvert, from: world.path(setup.output.id) });
  const given = stub.given.map(({ name, zero }) => `${propertyKey(name)}: ${text(zero)}`).join(", ");
  if (stub.excluded !== undefined) {
    const path = `input${propertyAccess(stub.excluded.discriminator)}`;
    const refusals = stub.excluded.values.map((value) => {
      const message = JSON.stringify(`${world.types.label(stub.to)} has no ${value}`);
      return `  if (${path} === ${JSON.stringify(value)}) throw new Error(${message});`;
    });
    return [...refusals, `  return ${call}(input, scope);`];
  }
  return [
    `  const out = ${call}(input, scope${given === "" ? "" : `, { ${given} }`});`,
    ...stub.lost.map((name) => `  // input${propertyAccess(name)} is lost unless it is put somewhere here.`),
    "  return out;",
  ];
}

/** For types without a generated function: every required field, from the input where that has the same one. */
function ownBody(world: World, { from, to }: Stub, output: string, text: (printable: Printable) => string): string[] {
  if (to.shape.kind !== "object" || from.shape.kind !== "object") return [`  throw new Error("can't convert to ${output}");`];
  const fields = from.shape.fields;
  const lines = to.shape.fields
    .filter(({ optional }) => !optional)
    .map(({ name, type }) => {
      const same = fields.find((field) => field.name === name && !field.optional && typeKey(field.type) === typeKey(type));
      const zero = zeroValue(world.types, type, [world.types.print(to), `[${JSON.stringify(name)}]`]);
      return `    ${propertyKey(name)}: ${same === undefined ? text(zero) : `input${propertyAccess(name)}`},`;
    });
  if (to.shape.typeMeta !== undefined) {
    const { apiVersion, kind } = typeMetaOf(world.types, to, to.shape.typeMeta);
    lines.unshift(`    apiVersion: ${JSON.stringify(apiVersion)},`, `    kind: ${JSON.stringify(kind)},`);
  }
  return lines.length === 0 ? ["  return {};"] : ["  return {", ...lines, "  };"];
}

function written(printable: Printable, imports: ImportCollector): string {
  if (typeof printable === "string") return printable;
  if (typeof printable === "number") return String(printable);
  return isSymbolRef(printable) ? imports.print(printable) : printable.map((part) => written(part, imports)).join("");
}
