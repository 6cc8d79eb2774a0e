import type { Marker } from "../markers/marker.js";
import type { Position } from "../problem.js";

/**
 * Everything that generators know of the input: frozen, serialisable, references by id. A lookup
 * never creates; every reference resolves, or loading has reported a problem.
 */
export interface Universe {
  /** By package id, in code-point order. */
  readonly packages: { readonly [id: PackageId]: Package };
}

/**
 * A folder relative to the root, with forward slashes (`apis/restaurant/v1alpha1`, `.` for the
 * root), or a module (`@apimachinery/runtime`).
 */
export type PackageId = string;

/** `<package id>#<type name>`. Names are unique within a package. */
export type TypeId = string;

export interface Package {
  readonly id: PackageId;
  /**
   * A module is another npm package: only what it exports is known, nothing is ever written there.
   */
  readonly kind: "folder" | "module";
  /**
   * The folder's base name, made an identifier: `v1alpha1`. It stands in the names of conversion
   * functions.
   */
  readonly name: string;
  /**
   * Whether this run was asked to write here; other packages are read because a target refers to
   * them.
   */
  readonly target: boolean;
  /**
   * Package markers: those of `doc.ts`, or of any comment that starts with `@file` or
   * `@packageDocumentation`.
   */
  readonly markers: readonly Marker[];
  /**
   * Where a problem of the package as a whole stands: the package comment, or the start of its
   * first file.
   */
  readonly position: Position;
  /**
   * The files that people wrote, tests and declaration files left out, relative to the root,
   * sorted.
   */
  readonly files: readonly string[];
  /**
   * By name, in order of declaration: file by file in code-point order. All of them in targets,
   * folders that markers name and other folders with package markers; in folders that are only
   * imported those that something refers to.
   */
  readonly types: { readonly [name: string]: TypeDeclaration };
  readonly functions: readonly FunctionDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
  /** How this folder's files end their relative imports. */
  readonly importEnding: ".js" | ".ts" | "";
  /** The npm package that the folder belongs to, where the universe has folders of several. */
  readonly npm?: NpmPackage;
}

/** One of several npm packages of a workspace: code of another one imports from it by name only. */
export interface NpmPackage {
  readonly name: string;
  /** The folder of its package.json. */
  readonly folder: string;
  /** The ways in which others can import something of the package's folder. */
  readonly entries: readonly NpmEntry[];
}

export interface NpmEntry {
  readonly specifier: string;
  /** Files of the folder whose exports it passes on, all of them. */
  readonly files: readonly string[];
  /** Files of which it passes on the types alone. */
  readonly types: readonly string[];
  /** Single names that it passes on, with the file that exports them. */
  readonly names: readonly { readonly name: string; readonly file: string; readonly type?: true }[];
}

export interface TypeDeclaration {
  readonly id: TypeId;
  readonly package: PackageId;
  /**
   * An identifier, what functions are named after. For `Box<Part>` it is `Box_Part`, for the object
   * type of `Pizza["spec"]` it is `Pizza_spec`.
   */
  readonly name: string;
  /**
   * How code writes the type where its name is not it: `Box<Part>`, `Pizza["spec"]`. Parts are text
   * or type ids.
   */
  readonly expression?: readonly (string | { readonly type: TypeId })[];
  /** The file of the declaration. For a module: the specifier to import from. */
  readonly file: string;
  readonly position: Position;
  readonly exported: boolean;
  readonly markers: readonly Marker[];
  /** The comment without its markers and JSDoc tags. */
  readonly description: string;
  readonly shape: Shape;
}

export type Shape =
  | ObjectShape
  /** Interfaces told apart by a property whose type is a literal in each. */
  | {
      readonly kind: "union";
      readonly discriminator: string;
      readonly members: readonly { readonly value: string; readonly type: TypeId }[];
    }
  /** An alias of anything else. */
  | { readonly kind: "alias"; readonly of: Type }
  /**
   * A type of a module, of which only the name is known; in a folder a generic interface or alias,
   * which only expressions name.
   */
  | { readonly kind: "opaque" };

export interface ObjectShape {
  readonly kind: "object";
  /** What the interface extends, TypeMeta left out. */
  readonly bases: readonly TypeId[];
  /** Inherited ones first (without TypeMeta's), in order of declaration. */
  readonly fields: readonly Field[];
  /**
   * Present where the interface extends TypeMeta, directly or not; with its literals where it gives
   * them.
   */
  readonly typeMeta?: { readonly apiVersion?: string; readonly kind?: string };
}

export interface Field {
  readonly name: string;
  /** `?`: Go's pointer, or omitempty. Absent is not zero. */
  readonly optional: boolean;
  readonly type: Type;
  readonly markers: readonly Marker[];
  readonly description: string;
  readonly position: Position;
  /** The interface that declares it, where that is a base. */
  readonly from?: TypeId;
}

export type Type =
  | { readonly kind: "scalar"; readonly name: ScalarName }
  /** A union of literals written in place: `"Fast" | "Safe"`. All of one base type. */
  | { readonly kind: "literals"; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: "list"; readonly element: Type }
  | { readonly kind: "tuple"; readonly elements: readonly Type[] }
  /**
   * `Record<string, T>` or `{ [key: string]: T }`. `key` is the named string type, where it is one.
   */
  | { readonly kind: "map"; readonly value: Type; readonly key?: TypeId }
  | { readonly kind: "ref"; readonly to: TypeId }
  /** `Embedded<T>`: T with apiVersion and kind optional. */
  | { readonly kind: "embedded"; readonly of: TypeId };

/** `any` stands for any JSON value: `unknown`, `any`, `JSONValue`. `number` is read as float64. */
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
 * A function that a person wrote (or that a module exports): what the generators look for by name
 * and signature.
 */
export interface FunctionDeclaration {
  readonly name: string;
  readonly package: PackageId;
  /** The file; for a module: the specifier to import from. */
  readonly file: string;
  readonly position: Position;
  readonly exported: boolean;
  /** `constant`: `export const f = (…) => …`, which breaks in import cycles. */
  readonly form: "declaration" | "constant";
  readonly markers: readonly Marker[];
  readonly parameters: readonly FunctionParameter[];
  /**
   * Undefined for `void` and for what is not a type of the model; `returnText` is what stands
   * there.
   */
  readonly returns?: Type;
  readonly returnText: string;
  /**
   * Properties of the first parameter that the body mentions: `input.spec`, `const { spec } =
   * input`; `*` where it hands the whole on.
   */
  readonly mentions: readonly string[];
  /** Identifiers that the body refers to, sorted. */
  readonly uses: readonly string[];
}

export interface FunctionParameter {
  readonly name: string;
  /** Undefined where it is not a type of the model; `text` is what stands there. */
  readonly type?: Type;
  readonly text: string;
}

/** An exported constant: what `+default=ref(Name)` refers to. */
export interface ConstantDeclaration {
  readonly name: string;
  readonly package: PackageId;
  readonly file: string;
  readonly position: Position;
  /** Its declared type, where it has one. */
  readonly type?: Type;
  /** Its value, where that is a literal of JSON. */
  readonly value?: unknown;
  readonly markers: readonly Marker[];
}

/** Freezes a value and all that it holds. */
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
