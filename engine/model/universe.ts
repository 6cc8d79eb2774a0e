import type { Marker } from "../markers/marker.js";
import type { Position } from "../base/problem.js";

/**
 * The model of the input, which generators read. It is frozen and serialisable. Types refer to each
 * other by id. Every id belongs to a type in the model, unless a problem was reported while the
 * types were read.
 */
export interface Universe {
  /** Packages by id, in code-point order. */
  readonly packages: { readonly [id: PackageId]: Package };
}

/**
 * Id of a package. For a folder, it is the path relative to the root, with forward slashes
 * (`apis/restaurant/v1alpha1`, `.` for the root). For a module, it is the module's name
 * (`@apimachinery/runtime`).
 */
export type PackageId = string;

/** Id of a type: `<package id>#<type name>`. Names are unique within a package. */
export type TypeId = string;

export interface Package {
  readonly id: PackageId;
  /**
   * `module` is an npm package outside of the project. Only its exports are known, and codegen
   * never writes into it.
   */
  readonly kind: "folder" | "module";
  /**
   * The base name of the folder as an identifier: `v1alpha1`. It is a part of the names of
   * conversion functions.
   */
  readonly name: string;
  /**
   * True if the run writes into this package. Other packages are only read, because a target refers
   * to them.
   */
  readonly target: boolean;
  /**
   * Package markers: markers in `doc.ts`, and markers in comments that start with `@file` or
   * `@packageDocumentation`.
   */
  readonly markers: readonly Marker[];
  /**
   * Position of problems that concern the whole package: the package comment, or the start of the
   * first file.
   */
  readonly position: Position;
  /**
   * Paths of the hand-written source files, relative to the root, sorted. Tests and declaration
   * files are not included.
   */
  readonly files: readonly string[];
  /**
   * Types by name, in order of declaration; files are in code-point order. The list is complete for
   * targets, for folders that markers or options name, and for folders with package markers of API
   * types. Other folders have only the types to which another type refers.
   */
  readonly types: { readonly [name: string]: TypeDeclaration };
  readonly functions: readonly FunctionDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
  /** The file ending of relative imports in this folder's files. */
  readonly importEnding: ".js" | ".ts" | "";
  /**
   * The npm package of the folder. Absent unless the universe has folders of several npm packages.
   */
  readonly npm?: NpmPackage;
}

/** An npm package of a workspace. Code of other packages can import it only by its name. */
export interface NpmPackage {
  readonly name: string;
  /** The folder that contains the package.json of the npm package. */
  readonly folder: string;
  /** The entry points from which other packages can import the folder's types. */
  readonly entries: readonly NpmEntry[];
}

export interface NpmEntry {
  readonly specifier: string;
  /** Files of the folder that the entry point re-exports completely. */
  readonly files: readonly string[];
  /** Files of which the entry point re-exports only the types. */
  readonly types: readonly string[];
  /** Single names that the entry point re-exports, each with the file that exports it. */
  readonly names: readonly { readonly name: string; readonly file: string; readonly type?: true }[];
}

export interface TypeDeclaration {
  readonly id: TypeId;
  readonly package: PackageId;
  /**
   * Name of the type, which is an identifier. A type without a declaration has a generated name:
   * `Box_Part` for `Box<Part>`, `Pizza_spec` for the object type of `Pizza["spec"]`.
   */
  readonly name: string;
  /**
   * Code that refers to a type without a declaration: `Box<Part>`, `Pizza["spec"]`. Each element is
   * a piece of code or the id of a type. Absent for a declared type.
   */
  readonly expression?: readonly (string | { readonly type: TypeId })[];
  /**
   * Path of the file that contains the declaration. For a type of a module, the module specifier.
   */
  readonly file: string;
  readonly position: Position;
  readonly exported: boolean;
  readonly markers: readonly Marker[];
  /** The text of the comment above the declaration, without markers and JSDoc tags. */
  readonly description: string;
  readonly shape: Shape;
}

export type Shape =
  | ObjectShape
  /**
   * A union of interfaces. The literal type of the property `discriminator` is different in each
   * interface.
   */
  | {
      readonly kind: "union";
      readonly discriminator: string;
      readonly members: readonly { readonly value: string; readonly type: TypeId }[];
    }
  /**
   * An alias of a scalar, a list or another declared type, for example. An alias whose right side
   * is itself an object type or a union of interfaces has the kind `object` or `union` instead.
   */
  | { readonly kind: "alias"; readonly of: Type }
  /**
   * A type whose fields are unknown: a type of a module, or a generic type of a folder. A generic
   * type is referred to only by the expressions of its instantiations.
   */
  | { readonly kind: "opaque" };

export interface ObjectShape {
  readonly kind: "object";
  /** Ids of the interfaces that the interface extends, except TypeMeta. */
  readonly bases: readonly TypeId[];
  /**
   * Fields in order of declaration; inherited fields come first. The fields of TypeMeta are not
   * included.
   */
  readonly fields: readonly Field[];
  /**
   * The literals in the type arguments of TypeMeta. Absent if the interface does not extend
   * TypeMeta, directly or through a base.
   */
  readonly typeMeta?: { readonly apiVersion?: string; readonly kind?: string };
}

export interface Field {
  readonly name: string;
  /**
   * True if the field has `?`. An absent field is different from its zero value. In Go, such a
   * field is a pointer or has omitempty.
   */
  readonly optional: boolean;
  /**
   * True if the field has `+nullable`, so that null is a valid value, different from an absent
   * field. `type` does not contain the `null` of `T | null`.
   */
  readonly nullable?: true;
  readonly type: Type;
  readonly markers: readonly Marker[];
  readonly description: string;
  readonly position: Position;
  /**
   * Id of the base interface that declares the field; absent if the interface itself declares it.
   */
  readonly from?: TypeId;
}

export type Type =
  | { readonly kind: "scalar"; readonly name: ScalarName }
  /** An inline union of literals that have the same base type: `"Fast" | "Safe"`. */
  | {
      readonly kind: "literals";
      readonly values: readonly (string | number | boolean)[];
      /** The literals that have markers; absent if none has. */
      readonly members?: readonly LiteralMember[];
    }
  | { readonly kind: "list"; readonly element: Type }
  | { readonly kind: "tuple"; readonly elements: readonly Type[] }
  /**
   * `Record<string, T>` or `{ [key: string]: T }`. `key` is the id of a named string type; absent
   * if the keys have the type `string`.
   */
  | { readonly kind: "map"; readonly value: Type; readonly key?: TypeId }
  | { readonly kind: "ref"; readonly to: TypeId }
  /** `Embedded<T>`: the type T with optional apiVersion and kind. */
  | { readonly kind: "embedded"; readonly of: TypeId };

/** A member of a union of literals with its markers. */
export interface LiteralMember {
  readonly value: string | number | boolean;
  readonly markers: readonly Marker[];
}

/**
 * Names of scalars. `any` is any JSON value: it represents the types `unknown`, `any` and
 * `JSONValue`. `float64` also represents the type `number`.
 */
export const scalarNames = [
  ...["string", "boolean", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32"],
  ...[
    "float64",
    "bytes",
    "Time",
    "MicroTime",
    "Duration",
    "Quantity",
    "IntOrString",
    "RawExtension",
    "FieldsV1",
    "any",
  ],
] as const;

export type ScalarName = (typeof scalarNames)[number];

/**
 * A hand-written function, or a function of a module. Generators find it by its name and signature.
 */
export interface FunctionDeclaration {
  readonly name: string;
  readonly package: PackageId;
  /**
   * Path of the file that contains the function. For a function of a module, the module specifier.
   */
  readonly file: string;
  readonly position: Position;
  readonly exported: boolean;
  /**
   * `constant` means that the function has the form `export const f = (…) => …`. If modules import
   * each other in a cycle, such a function may be called before it is initialised.
   */
  readonly form: "declaration" | "constant";
  readonly markers: readonly Marker[];
  readonly parameters: readonly FunctionParameter[];
  /**
   * The result type; undefined for `void` and for types outside of the model. `returnText` contains
   * its source text.
   */
  readonly returns?: Type;
  readonly returnText: string;
  /**
   * Properties of the first parameter that the body uses, as in `input.spec` or `const { spec } =
   * input`. Contains `*` if the body uses the parameter itself, for example as an argument.
   */
  readonly mentions: readonly string[];
  /** Identifiers in the body, sorted. */
  readonly uses: readonly string[];
}

export interface FunctionParameter {
  readonly name: string;
  /**
   * The type of the parameter; undefined for types outside of the model. `text` always contains its
   * source text.
   */
  readonly type?: Type;
  readonly text: string;
}

/** An exported constant, to which `+default=ref(Name)` can refer. */
export interface ConstantDeclaration {
  readonly name: string;
  readonly package: PackageId;
  readonly file: string;
  readonly position: Position;
  /** The declared type of the constant; absent if it is unknown. */
  readonly type?: Type;
  /** The value of the constant; absent if it is not a JSON literal. */
  readonly value?: unknown;
  readonly markers: readonly Marker[];
}

/** Freezes a value and all values in it recursively, and returns the value. */
export function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
  return value;
}

/** Returns the model as a string of JSON, for `--dump model`. */
export function serialise(universe: Universe): string {
  return `${JSON.stringify(universe, undefined, 2)}\n`;
}
