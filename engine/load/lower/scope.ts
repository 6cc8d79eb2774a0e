import type { ts } from "ts-morph";
import type { Remedy } from "../../fix/fix.js";
import type { PackageId, Shape, Type, TypeId } from "../../model/universe.js";
import type { Problem } from "../../problem.js";
import type { Session } from "../session.js";
import { positionAt } from "../syntax/parse.js";
import type { SourceFile } from "../syntax/source-file.js";
import type { Structure } from "./structure.js";
import type { Expression, TypeTable } from "./type-table.js";

/**
 * The functions that turn syntax into the model. They call each other recursively, so each file of
 * this folder calls them through its scope and imports none of the files that import it.
 *
 * All of them return undefined after they have reported a problem.
 */
export interface Lowering {
  /** Lowers the type of a field, an element or an argument. */
  type(node: ts.TypeNode, scope: Scope): Type | undefined;
  /** Lowers the right side of an alias, or an object type without a name. */
  shape(node: ts.TypeNode, scope: Scope): Shape | undefined;
  /** Lowers an object type to its fields. */
  structure(node: ts.TypeNode, scope: Scope): Structure | undefined;
  /** Lowers a type that is written as a name with arguments. */
  reference(node: ts.Node, names: readonly string[], args: readonly ts.TypeNode[], scope: Scope): Type | undefined;
}

/** The place of a type that is being read, and the name that it gets if it has none. */
export interface Scope {
  readonly lower: Lowering;
  readonly session: Session;
  readonly table: TypeTable;
  readonly file: SourceFile;
  /** The package that types without a name belong to. */
  readonly package: PackageId;
  /** The place for messages: `Pizza.spec`. */
  readonly subject: string;
  /** The name for an object type that is written inline. */
  readonly name: string;
  /** Code that names the type which is being read. */
  readonly expression: Expression;
  /** Whether the enclosing declaration is exported: then the types that it refers to must be. */
  readonly exported: boolean;
  /** Type arguments by the name of their parameter. */
  readonly parameters: ReadonlyMap<string, Type>;
  /** Whether a union may contain `undefined`, as the type of an optional field can. */
  readonly optional: boolean;
  /** Whether the type is in a function's signature, where only the names of types matter. */
  readonly signature: boolean;
  /** Number of generics that are being instantiated around this type. */
  readonly depth: number;
  /** The field whose whole type is being read; undefined inside of the field's type. */
  readonly field?: ts.PropertySignature | undefined;
}

/** A hint with its fixes, and the root cause that the problem shares with other problems. */
export type Advice = Remedy & Pick<Problem, "cause">;

/**
 * Reports an error at a node.
 *
 * @param advice a hint, or a hint with fixes
 */
export function report(scope: Scope, node: ts.Node, code: string, message: string, advice?: string | Advice): void {
  const problem: Problem = {
    code: `load/${code}`,
    severity: "error",
    message: `${scope.subject}: ${message}`,
    ...(typeof advice === "string" ? { hint: advice } : advice),
    position: positionAt(scope.file.node, node.getStart(scope.file.node)),
  };
  scope.session.problems.push(problem);
}

/** Returns whether the name of a type without a declaration is in use, and reports it. */
export function isTaken(
  scope: Scope,
  node: ts.Node,
  type: { readonly id: TypeId; readonly expression: Expression },
): boolean {
  const name = type.id.slice(type.id.lastIndexOf("#") + 1);
  const known = scope.table.entries.get(type.id);
  const declared = scope.session.folder(scope.package)?.files.some((file) => file.declared.has(name)) === true;
  if (!declared && (known === undefined || JSON.stringify(known.expression) === JSON.stringify(type.expression)))
    return false;
  report(
    scope,
    node,
    "name-taken",
    `the name ${name}, which codegen gives to this inline type, belongs to another type`,
    "declare the type as an interface with a name of its own",
  );
  return true;
}

/** Reports whether a type belongs to an npm package of which only the names of types are known. */
export function isPublished({ table }: Scope, id: TypeId): boolean {
  const entry = table.entries.get(id);
  return entry?.shape?.kind === "opaque" && entry.file === entry.package;
}

/** Returns the text of a node in one line of at most 60 characters. */
export function textOf(scope: Scope, node: ts.Node): string {
  const text = node.getText(scope.file.node).replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/**
 * Returns `suffix` if the scope has the name of an alias that is being read: the alias has that
 * name already, so the type of its element needs another one. Otherwise returns an empty text.
 */
export function ownSuffix(scope: Scope, suffix: string): string {
  return scope.table.entries.get(`${scope.package}#${scope.name}`)?.state === "open" ? suffix : "";
}

/** Returns the scope of a list's elements or a map's values. */
export function inside(scope: Scope, access: string, suffix = ""): Scope {
  return {
    ...scope,
    name: scope.name + suffix,
    expression: [...scope.expression, access],
    optional: false,
    field: undefined,
  };
}
