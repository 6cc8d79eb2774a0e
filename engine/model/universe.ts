import type { Marker } from "../markers/marker.js";
import type { Position } from "../base/problem.js";

/**
 * The model of the input. Generators read it. It is frozen and serialisable. Types refer to each
 * other by id. Every id refers to a type in the model, unless loading has reported a problem.
 */
export interface Universe {
  /** Packages by id, in code-point order. */
  readonly packages: { readonly [id: PackageId]: Package };
}

/**
 * The path of a folder relative to the root, with forward slashes (`apis/restaurant/v1alpha1`, `.`
 * for the root), or the name of a module (`@apimachinery/runtime`).
 */
export type PackageId = string;

/** `<package id>#<type name>`. Names are unique within a package. */
export type TypeId = string;

export interface Package {
  readonly id: PackageId;
  /** `module` is another npm package. Only its exports are known, and it is never written to. */
  readonly kind: "folder" | "module";
  /**
   * The base name of the folder as an identifier: `v1alpha1`. Names of conversion functions contain
   * it.
   */
  readonly name: string;
  /**
   * True if the run writes into this package. Other packages are read because a target refers to
   * them.
   */
  readonly target: boolean;
  /**
   * Package markers: the markers of `doc.ts`, and of comments that start with `@file` or
   * `@packageDocumentation`.
   */
  readonly markers: readonly Marker[];
  /**
   * Position for problems of the whole package: the package comment, or the start of its first
   * file.
   */
  readonly position: Position;
  /** Hand-written files without tests and declaration files, relative to the root, sorted. */
  readonly files: readonly string[];
  /**
   * Types by name, in order of declaration: file by file in code-point order. The list is complete
   * for targets, for folders that markers name, and for folders with package markers. Other folders
   * have only the types that another type refers to.
   */
  readonly types: { readonly [name: string]: TypeDeclaration };
  readonly functions: readonly FunctionDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
  /** The ending of the relative imports of this folder's files. */
  readonly importEnding: ".js" | ".ts" | "";
  /** The npm package of the folder, if the universe has folders of several npm packages. */
  readonly npm?: NpmPackage;
}

/**
 * One of several npm packages of a workspace. Code of other packages imports it only by its package
 * name.
 */
export interface NpmPackage {
  readonly name: string;
  /** The folder that contains the package.json of the npm package. */
  readonly folder: string;
  /** The entry points from which other packages can import the folder's types. */
  readonly entries: readonly NpmEntry[];
}

export interface NpmEntry {
  readonly specifier: string;
  /** Files of the folder from which the entry re-exports everything. */
  readonly files: readonly string[];
  /** Files from which the entry re-exports only the types. */
  readonly types: readonly string[];
  /** Names that the entry re-exports singly, each with the file from which the name is exported. */
  readonly names: readonly { readonly name: string; readonly file: string; readonly type?: true }[];
}

export interface TypeDeclaration {
  readonly id: TypeId;
  readonly package: PackageId;
  /**
   * An identifier, used in the names of functions: `Box_Part` for `Box<Part>`, `Pizza_spec` for the
   * object type of `Pizza["spec"]`.
   */
  readonly name: string;
  /**
   * Code that refers to a type without a declaration: `Box<Part>`, `Pizza["spec"]`. Each part is
   * text or the id of a type.
   */
  readonly expression?: readonly (string | { readonly type: TypeId })[];
  /**
   * The file that contains the declaration. For a type of a module, the specifier to import from.
   */
  readonly file: string;
  readonly position: Position;
  readonly exported: boolean;
  readonly markers: readonly Marker[];
  /** The text of the comment, without markers and JSDoc tags. */
  readonly description: string;
  readonly shape: Shape;
}

export type Shape =
  | ObjectShape
  /**
   * A union of interfaces. One property distinguishes them: its literal type differs in each
   * interface.
   */
  | {
      readonly kind: "union";
      readonly discriminator: string;
      readonly members: readonly { readonly value: string; readonly type: TypeId }[];
    }
  /** An alias of any other type. */
  | { readonly kind: "alias"; readonly of: Type }
  /**
   * A type whose fields are not known: a type of a module, or a generic type of a folder. A generic
   * type occurs only with arguments.
   */
  | { readonly kind: "opaque" };

export interface ObjectShape {
  readonly kind: "object";
  /** Interfaces that the interface extends, without TypeMeta. */
  readonly bases: readonly TypeId[];
  /**
   * Fields in order of declaration, inherited fields first. The fields of TypeMeta are not
   * included.
   */
  readonly fields: readonly Field[];
  /**
   * The literals of TypeMeta. Present if the interface extends TypeMeta, directly or through a
   * base.
   */
  readonly typeMeta?: { readonly apiVersion?: string; readonly kind?: string };
}

export interface Field {
  readonly name: string;
  /**
   * True if the field has `?`. An absent field is not the same as its zero value. In Go, such a
   * field is a pointer or has omitempty.
   */
  readonly optional: boolean;
  /**
   * True if the field has `+nullable`: null is a value, which is not the same as an absent field.
   * `type` does not contain the null of `T | null`.
   */
  readonly nullable?: true;
  readonly type: Type;
  readonly markers: readonly Marker[];
  readonly description: string;
  readonly position: Position;
  /** The base interface that declares the field; absent if the interface itself declares it. */
  readonly from?: TypeId;
}

export type Type =
  | { readonly kind: "scalar"; readonly name: ScalarName }
  /** An inline union of literals of one base type: `"Fast" | "Safe"`. */
  | {
      readonly kind: "literals";
      readonly values: readonly (string | number | boolean)[];
      /** The literals that have markers in front of them. */
      readonly members?: readonly LiteralMember[];
    }
  | { readonly kind: "list"; readonly element: Type }
  | { readonly kind: "tuple"; readonly elements: readonly Type[] }
  /**
   * `Record<string, T>` or `{ [key: string]: T }`. `key` is the id of a named string type, if the
   * keys have such a type.
   */
  | { readonly kind: "map"; readonly value: Type; readonly key?: TypeId }
  | { readonly kind: "ref"; readonly to: TypeId }
  /** `Embedded<T>`: T with optional apiVersion and kind. */
  | { readonly kind: "embedded"; readonly of: TypeId };

/** A member of a union of literals with its markers. */
export interface LiteralMember {
  readonly value: string | number | boolean;
  readonly markers: readonly Marker[];
}

/**
 * Names of scalars. `any` represents any JSON value, for the types `unknown`, `any` and
 * `JSONValue`. The type `number` is represented as `float64`.
 */
export type ScalarName =
  | "string"
  | "boolean"
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "float32"
  | "float64"
  | "bytes"
  | "Time"
  | "MicroTime"
  | "Duration"
  | "Quantity"
  | "IntOrString"
  | "RawExtension"
  | "FieldsV1"
  | "any";

/**
 * A hand-written function, or a function of a module. Generators look for it by name and signature.
 */
export interface FunctionDeclaration {
  readonly name: string;
  readonly package: PackageId;
  /**
   * The file that contains the function. For a function of a module, the specifier to import from.
   */
  readonly file: string;
  readonly position: Position;
  readonly exported: boolean;
  /**
   * `constant` is a function of the form `export const f = (…) => …`. If modules import each other
   * in a cycle, such a function may be used before it is initialised.
   */
  readonly form: "declaration" | "constant";
  readonly markers: readonly Marker[];
  readonly parameters: readonly FunctionParameter[];
  /** Undefined for `void` and for types outside of the model. `returnText` has the source text. */
  readonly returns?: Type;
  readonly returnText: string;
  /**
   * Properties of the first parameter that the body uses, as in `input.spec` or `const { spec } =
   * input`. `*` if the body passes the whole object to a function.
   */
  readonly mentions: readonly string[];
  /** Identifiers that the body refers to, sorted. */
  readonly uses: readonly string[];
}

export interface FunctionParameter {
  readonly name: string;
  /** Undefined for types outside of the model. `text` always has the source text. */
  readonly type?: Type;
  readonly text: string;
}

/** An exported constant, to which `+default=ref(Name)` can refer. */
export interface ConstantDeclaration {
  readonly name: string;
  readonly package: PackageId;
  readonly file: string;
  readonly position: Position;
  /** The declared type of the constant, if it is known. */
  readonly type?: Type;
  /** The value, if it is a JSON literal. */
  readonly value?: unknown;
  readonly markers: readonly Marker[];
}

/** Freezes a value and all values that it contains, and returns it. */
export function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
  return value;
}

/** Returns the model as JSON text, for `--dump model`. */
export function serialise(universe: Universe): string {
  return `${JSON.stringify(universe, undefined, 2)}\n`;
}
