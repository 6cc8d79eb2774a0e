import { memoryFileSystem } from "./memory-file-system.js";
import { load } from "../../engine/load/load.js";
import { typeById } from "../../engine/model/lookup.js";
import type { ObjectShape, Shape, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { ownMarkers } from "./own-markers.js";

export const runtime = {
  "node_modules/@apimachinery/runtime/package.json":
    '{ "name": "@apimachinery/runtime", "exports": { ".": { "types": "./index.d.ts" }, "./codegen/v1": { "types": "./v1.d.ts" } } }',
  "node_modules/@apimachinery/runtime/index.d.ts":
    "export type int32 = number; export type int64 = number; export type Time = string; export type bytes = string;\n" +
    "export type Quantity = string; export type IntOrString = string | number; export type RawExtension = object;\n" +
    "export interface TypeMeta {} export interface ObjectMeta {} export type Embedded<T> = T; export interface ConversionScope {}",
  "node_modules/@apimachinery/runtime/v1.d.ts":
    'export declare function deepCopyJSON<T>(value: T): T; export { DeepCopy_ObjectMeta } from "./meta.js";',
  "node_modules/@apimachinery/runtime/meta.d.ts": "export declare function DeepCopy_ObjectMeta(input: object): object;",
};

export interface Loaded {
  readonly universe: Universe;
  /** Problems as `file:line:column code`, in the order in which they were reported. */
  readonly problems: readonly string[];
  readonly messages: readonly string[];
  readonly hints: readonly (string | undefined)[];
  readonly type: (name: string, folder?: string) => TypeDeclaration;
  readonly shape: (name: string, folder?: string) => Shape;
  /** Returns the fields of a type as `name: type` or `name?: type`, with abbreviated types. */
  readonly fields: (name: string, folder?: string) => readonly string[];
}

/**
 * Loads files, which are given by path. If a text is given instead, it is the content of
 * `v1/types.ts`. Each folder in `targets` is an API package.
 */
export function loadSource(
  input: string | { readonly [path: string]: string },
  targets: readonly string[] = ["v1"],
): Loaded {
  const files = typeof input === "string" ? { "v1/types.ts": input } : input;
  const { universe, problems } = load({
    root: "/project",
    targets,
    definitions: ownMarkers,
    fileSystem: memoryFileSystem({ ...runtime, ...files }),
  });
  const type = (name: string, folder = "v1") => {
    const found = typeById(universe, `${folder}#${name}`);
    if (found === undefined)
      throw new Error(`no type ${name}; ${problems.map((problem) => problem.message).join("; ")}`);
    return found;
  };
  const fieldsOf = ({ fields }: ObjectShape) =>
    fields.map(({ name, optional, type: of }) => `${name}${optional ? "?" : ""}: ${short(of)}`);
  return {
    universe,
    problems: problems.map(({ code, position }) => `${position.file}:${position.line}:${position.column} ${code}`),
    messages: problems.map(({ message }) => message),
    hints: problems.map(({ hint }) => hint),
    type,
    shape: (name, folder) => type(name, folder).shape,
    fields(name, folder) {
      const { shape } = type(name, folder);
      return shape.kind === "object" ? fieldsOf(shape) : [`${name} is not an object but ${shape.kind}`];
    },
  };
}

export function short(type: Type): string {
  switch (type.kind) {
    case "scalar":
      return type.name;
    case "literals":
      return type.values.map((value) => JSON.stringify(value)).join("|");
    case "list":
      return `[${short(type.element)}]`;
    case "tuple":
      return `(${type.elements.map(short).join(", ")})`;
    case "map":
      return `{${type.key ?? ""}: ${short(type.value)}}`;
    case "ref":
      return type.to;
    case "embedded":
      return `embedded ${type.of}`;
  }
}
