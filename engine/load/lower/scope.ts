import type { ts } from "ts-morph";
import type { Remedy } from "../../base/fix.js";
import type { ObjectShape, PackageId, Shape, Type, TypeId } from "../../model/universe.js";
import type { Problem } from "../../base/problem.js";
import { packageOfFile } from "../discover/paths.js";
import type { Sources } from "../sources.js";
import { positionInSource } from "../syntax/parse.js";
import type { SourceFile } from "../syntax/source-file.js";
import type { DeclaredExpression, TypeTable } from "./type-table.js";
import type { ReferenceNode } from "./utility-types.js";
import { loadProblems, type LoadCode } from "../problem-codes.js";

/**
 * The functions that convert syntax to the model. They call each other recursively. The files of
 * this folder call them through the scope, because direct imports would form cycles. Each function
 * returns undefined after it has reported a problem.
 */
export interface Lowering {
  /** Lowers the type of a field, of a list's or map's element, or of a type argument. */
  type(node: ts.TypeNode, scope: LowerScope): Type | undefined;
  /** Lowers the right side of an alias, or an object type without a name. */
  shape(node: ts.TypeNode, scope: LowerScope): Shape | undefined;
  /** Lowers an object type to its fields. */
  structure(node: ts.TypeNode, scope: LowerScope): ObjectStructure | undefined;
  /** Lowers a reference to a type: a name, with or without type arguments. */
  reference(node: ReferenceNode, scope: LowerScope): Type | undefined;
}

/** The fields and base types of an object type, without its name. */
export type ObjectStructure = Omit<ObjectShape, "kind">;

/** The parts of a scope that are the same for all types of a run. */
export interface LowerContext extends Sources {
  readonly lower: Lowering;
  readonly table: TypeTable;
}

/** The context in which a type is lowered. */
export interface LowerScope extends LowerContext {
  readonly file: SourceFile;
  /** The package to which inline types are added. */
  readonly package: PackageId;
  /** The position of the current type as messages name it: `Pizza.spec`. */
  readonly subject: string;
  /** The name that the current type gets if it is an inline object type: `Pizza_spec`. */
  readonly name: string;
  /** Code that refers to the current type: `Pizza["spec"]`. */
  readonly expression: DeclaredExpression;
  /** True if the enclosing declaration is exported. It may then refer only to exported types. */
  readonly exported: boolean;
  /** Type arguments by the names of their parameters. */
  readonly parameters: ReadonlyMap<string, Type>;
  /**
   * True if a union may contain `undefined`, because the union is the type of an optional field.
   */
  readonly optional: boolean;
  /**
   * True if a union may contain `null`, because the union is the type of a field with `+nullable`.
   */
  readonly nullable?: boolean;
  /** True in the signature of a function, where only the names of types are needed. */
  readonly signature: boolean;
  /** Number of generic instantiations that enclose this type. */
  readonly depth: number;
  /**
   * The field that has the current type; undefined if the current type is not the complete type of
   * a field.
   */
  readonly field?: ts.PropertySignature | undefined;
}

/** A hint with its fixes, and the key of a root cause that several problems can share. */
export type Advice = Remedy & Pick<Problem, "cause">;

/** Returns the scope of a declaration at the top level of a file. */
export function scopeOf(
  context: LowerContext,
  file: SourceFile,
  name: string,
  own: Pick<LowerScope, "expression" | "exported" | "optional" | "signature">,
): LowerScope {
  return {
    ...context,
    file,
    package: packageOfFile(file.path),
    subject: name,
    name,
    parameters: new Map(),
    nullable: false,
    field: undefined,
    depth: 0,
    ...own,
  };
}

/**
 * Reports an error at a node.
 *
 * @param advice a hint, or a hint with fixes
 */
export function reportAt(
  scope: LowerScope,
  node: ts.Node,
  code: LoadCode,
  message: string,
  advice?: string | Advice,
): void {
  const problem: Problem = {
    ...loadProblems.is(code),
    message: `${scope.subject}: ${message}`,
    ...(typeof advice === "string" ? { hint: advice } : advice),
    position: positionInSource(scope.file.node, node.getStart(scope.file.node)),
  };
  scope.findings.add(problem);
}

/**
 * Reports an inline type or instantiation whose generated name, such as `Pizza_spec`, already
 * belongs to another type. Returns true if it has reported the problem.
 */
export function isTaken(
  scope: LowerScope,
  node: ts.Node,
  type: { readonly id: TypeId; readonly expression: DeclaredExpression },
): boolean {
  const name = type.id.slice(type.id.lastIndexOf("#") + 1);
  const known = scope.table.entries.get(type.id);
  const declared = scope.files.folder(scope.package)?.files.some((file) => file.declared.has(name)) === true;
  if (!declared && (known === undefined || JSON.stringify(known.expression) === JSON.stringify(type.expression)))
    return false;
  const message = `the name ${name}, which codegen gives to this inline type, belongs to another type`;
  reportAt(scope, node, "load/name-taken", message, "declare the inline type as an interface with another name");
  return true;
}

/** Reports whether a type belongs to an npm package of whose types only the names are known. */
export function isPublished({ table }: LowerScope, id: TypeId): boolean {
  const entry = table.entries.get(id);
  return entry?.shape?.kind === "opaque" && entry.file === entry.package;
}

/**
 * Returns the source text of a node in one line. A text of more than 60 characters is shortened.
 */
export function sourceTextOf(scope: LowerScope, node: ts.Node): string {
  const text = node.getText(scope.file.node).replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/**
 * Returns a suffix that distinguishes the name of an inline element type from the name of the
 * enclosing declaration. In `type A = {…}[]`, for example, both would be `A`. Returns `""` if the
 * names are already different.
 */
export function ownSuffix(scope: LowerScope, suffix: string): string {
  return scope.table.entries.get(`${scope.package}#${scope.name}`)?.state === "open" ? suffix : "";
}

/** Returns the scope for a type inside of the current type, such as the element type of a list. */
export function inside(scope: LowerScope, access: string, suffix = ""): LowerScope {
  return {
    ...scope,
    name: scope.name + suffix,
    expression: [...scope.expression, access],
    optional: false,
    nullable: false,
    field: undefined,
  };
}
