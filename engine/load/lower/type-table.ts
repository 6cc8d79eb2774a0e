import type { ts } from "ts-morph";
import type { Marker } from "../../markers/marker.js";
import type { PackageId, Shape, Type, TypeDeclaration, TypeId } from "../../model/universe.js";
import type { Remedy } from "../../fix/fix.js";
import type { Position, Problem } from "../../problem.js";
import { positionAt } from "../syntax/parse.js";
import type { Session } from "../session.js";
import type { SourceFile } from "../syntax/source-file.js";
import { isOverflow, tooDeep } from "../syntax/too-deep.js";

export type Expression = NonNullable<TypeDeclaration["expression"]>;

/**
 * A type before its shape is known. Shapes are made when asked for: types may refer to each other
 * in circles.
 */
export interface Entry {
  readonly id: TypeId;
  readonly package: PackageId;
  readonly name: string;
  readonly expression?: Expression;
  readonly file: string;
  readonly position: Position;
  readonly exported: boolean;
  readonly markers: readonly Marker[];
  readonly description: string;
  readonly lower: () => Shape | undefined;
  shape?: Shape;
  state: "new" | "open" | "done";
}

export interface TypeTable {
  readonly entries: ReadonlyMap<TypeId, Entry>;
  /** In the order in which they were added. */
  readonly inOrder: readonly Entry[];
  /** Adds a type unless it is known, and queues its shape. */
  add(entry: Omit<Entry, "state" | "shape">): TypeId;
  /**
   * The shape, made now if need be; `"open"` while it is being made; undefined where a problem was
   * reported.
   */
  shape(id: TypeId): Shape | "open" | undefined;
  /** Makes every shape that is not made yet, and those that appear meanwhile. */
  settle(): void;
  /** Takes back what was added since there were so many. */
  forget(count: number): void;
  /** Adds the types of a package that an earlier session has read, where there are some. */
  take(id: PackageId): void;
  /**
   * What `work` asks for is asked for this package. Shapes are made for the package that they are
   * of.
   */
  readFor(id: PackageId, work: () => void): void;
  /** Notes that what is read of a package depends on what this type looks like. */
  lookInto(home: PackageId, id: TypeId): void;
  /** The types of others that somebody looked into for this package. */
  lookedInto(home: PackageId): ReadonlySet<TypeId>;
}

export function packageOfType(id: TypeId): PackageId {
  return id.slice(0, id.lastIndexOf("#"));
}

/**
 * @param known a package's types from an earlier session, their shapes made
 * @param report takes what is wrong with a type whose shape is too deep to be made
 */
export function createTypeTable(
  known: (id: PackageId) => readonly Entry[] | undefined = () => undefined,
  report: (problem: Problem) => void = () => undefined,
): TypeTable {
  const entries = new Map<TypeId, Entry>();
  const inOrder: Entry[] = [];
  /** With how many entries there were before them. */
  const taken = new Map<PackageId, number>();
  const looked = new Map<PackageId, Set<TypeId>>();
  let settled = 0;
  let home: PackageId | undefined;
  /** How many shapes are being made, one for the sake of the other. */
  let open = 0;
  const readFor = (id: PackageId, work: () => void): void => {
    const outer = home;
    home = id;
    work();
    home = outer;
  };
  const lookInto = (from: PackageId, id: TypeId): void => {
    const known = looked.get(from);
    if (known === undefined) looked.set(from, new Set([id]));
    else known.add(id);
  };
  const take = (id: PackageId): void => {
    if (taken.has(id)) return;
    taken.set(id, inOrder.length);
    for (const entry of known(id) ?? []) {
      entries.set(entry.id, entry);
      inOrder.push(entry);
    }
  };
  const shape = (id: TypeId): Shape | "open" | undefined => {
    const entry = entries.get(id);
    if (entry === undefined) return undefined;
    if (home !== undefined && home !== entry.package) lookInto(home, id);
    if (entry.state === "open") return "open";
    if (entry.state === "new") {
      entry.state = "open";
      const outer = home;
      try {
        open++;
        readFor(entry.package, () => {
          const made = entry.lower();
          if (made !== undefined) entry.shape = made;
        });
      } catch (error) {
        // Where the stack ends there is no room left to say so.
        if (open > 1 || !isOverflow(error)) throw error;
        home = outer;
        report(
          tooDeep(`${entry.name} is made of types that are too deep inside each other to be read`, entry.position),
        );
      } finally {
        open--;
      }
      entry.state = "done";
    }
    return entry.shape;
  };
  return {
    entries,
    inOrder,
    shape,
    take,
    readFor,
    lookInto,
    lookedInto: (id) => looked.get(id) ?? new Set(),
    add(entry) {
      take(entry.package);
      if (!entries.has(entry.id)) {
        const added: Entry = { ...entry, state: "new" };
        entries.set(entry.id, added);
        inOrder.push(added);
      }
      return entry.id;
    },
    settle() {
      for (let next = inOrder[settled]; next !== undefined; next = inOrder[settled]) {
        settled++;
        if (next.state === "new") readFor(next.package, () => shape(next.id));
      }
    },
    forget(count) {
      for (const entry of inOrder.splice(count)) {
        entries.delete(entry.id);
        // What becomes of them decided what was read.
        if (home !== undefined && home !== entry.package && entry.file !== entry.package) lookInto(home, entry.id);
      }
      for (const [id, before] of taken) if (before >= count) taken.delete(id);
      settled = Math.min(settled, count);
    },
  };
}

/** Where a type is being read, and what it would be called. */
export interface Scope {
  readonly session: Session;
  readonly table: TypeTable;
  readonly file: SourceFile;
  /** The package that types without a name of their own belong to. */
  readonly package: PackageId;
  /** For messages: `Pizza.spec`. */
  readonly subject: string;
  /** What an object type written in place is called. */
  readonly name: string;
  /** How code writes what is being read. */
  readonly expression: Expression;
  /** Whether the declaration around it is exported, so that what it refers to must be. */
  readonly exported: boolean;
  /** Type arguments, by parameter. */
  readonly parameters: ReadonlyMap<string, Type>;
  /** Whether `undefined` may be a member of the union: behind a `?`. */
  readonly optional: boolean;
  /** Whether a function's signature is read, of which only names matter. */
  readonly signature: boolean;
  /** How many generics this one is inside of. */
  readonly depth: number;
  /** The field whose whole type is read. */
  readonly field?: ts.PropertySignature | undefined;
}

/** @param advice a hint for people, or one with fixes */
export function report(scope: Scope, node: ts.Node, code: string, message: string, advice?: string | Remedy): void {
  const problem: Problem = {
    code: `load/${code}`,
    severity: "error",
    message: `${scope.subject}: ${message}`,
    ...(typeof advice === "string" ? { hint: advice } : advice),
    position: positionAt(scope.file.node, node.getStart(scope.file.node)),
  };
  scope.session.problems.push(problem);
}

/** Reports a made-up name that something else of the package has already. */
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
    `the type written here would be called ${name}, as another one is`,
    "declare it as an interface, under a name of its own",
  );
  return true;
}

/** Whether a type is one of a published package of which only the name is known. */
export function isPublished({ table }: Scope, id: TypeId): boolean {
  const entry = table.entries.get(id);
  return entry?.shape?.kind === "opaque" && entry.file === entry.package;
}

/** The text of a node, shortened to one line. */
export function textOf(scope: Scope, node: ts.Node): string {
  const text = node.getText(scope.file.node).replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
