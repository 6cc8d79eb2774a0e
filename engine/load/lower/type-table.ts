import type { PackageId, Shape, TypeDeclaration, TypeId } from "../../model/universe.js";
import type { Problem } from "../../base/problem.js";
import { isOverflow, tooDeepProblem } from "../syntax/too-deep.js";

export type DeclaredExpression = NonNullable<TypeDeclaration["expression"]>;

/**
 * A type of the table. Its shape may not be computed yet: shapes are computed on demand, because
 * types may refer to each other in cycles.
 */
export interface TypeEntry extends Omit<TypeDeclaration, "shape"> {
  /**
   * Computes the shape. Returns undefined after it has reported a problem. Absent in snapshots,
   * which already contain the shape.
   */
  readonly lower?: () => Shape | undefined;
  shape?: Shape;
  state: "new" | "open" | "done";
}

/** Returns the package id in the id of a type. */
export function packageOfType(id: TypeId): PackageId {
  return id.slice(0, id.lastIndexOf("#"));
}

/** All types that have been read, and the dependencies between types of different packages. */
export class TypeTable {
  readonly #entries = new Map<TypeId, TypeEntry>();
  readonly #inOrder: TypeEntry[] = [];
  /**
   * Packages whose types were copied from a snapshot. The value is the number of entries in the
   * table before the copy.
   */
  readonly #taken = new Map<PackageId, number>();
  readonly #lookedInto = new Map<PackageId, Set<TypeId>>();
  #settled = 0;
  /** The package whose types are being read; undefined if none is. */
  #reader: PackageId | undefined;
  /** Number of nested computations of shapes. */
  #open = 0;

  /**
   * @param snapshotOf returns the types of a package from an earlier run, with their shapes
   * @param report called with the problem if types are nested too deeply
   */
  constructor(
    private readonly snapshotOf: (id: PackageId) => readonly TypeEntry[] | undefined = () => undefined,
    private readonly report: (problem: Problem) => void = () => undefined,
  ) {}

  get entries(): ReadonlyMap<TypeId, TypeEntry> {
    return this.#entries;
  }

  /** The entries in the order in which they were added. */
  get inOrder(): readonly TypeEntry[] {
    return this.#inOrder;
  }

  /**
   * Adds a type unless its id is known, and queues the computation of its shape. Returns the id.
   */
  add(entry: Omit<TypeEntry, "state" | "shape">): TypeId {
    this.take(entry.package);
    if (!this.#entries.has(entry.id)) {
      const added: TypeEntry = { ...entry, state: "new" };
      this.#entries.set(entry.id, added);
      this.#inOrder.push(added);
    }
    return entry.id;
  }

  /**
   * Returns the shape of a type, and computes it first if needed. Returns `"open"` while the shape
   * is being computed, and undefined if the type is unknown or has a reported problem.
   */
  shape(id: TypeId): Shape | "open" | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    if (this.#reader !== undefined && this.#reader !== entry.package) this.lookInto(this.#reader, id);
    if (entry.state === "open") return "open";
    if (entry.state === "new") this.#makeShape(entry);
    return entry.shape;
  }

  /** Computes all missing shapes, including those of types that are added meanwhile. */
  settle(): void {
    for (let next = this.#inOrder[this.#settled]; next !== undefined; next = this.#inOrder[this.#settled]) {
      this.#settled++;
      const { id, package: owner, state } = next;
      if (state === "new") this.readFor(owner, () => this.shape(id));
    }
  }

  /** Removes all types except the first `count`. */
  forget(count: number): void {
    for (const entry of this.#inOrder.splice(count)) {
      this.#entries.delete(entry.id);
      // A removed type may have caused a problem that affected the result. The current package
      // therefore continues to depend on the removed types.
      if (this.#reader !== undefined && this.#reader !== entry.package && entry.file !== entry.package)
        this.lookInto(this.#reader, entry.id);
    }
    for (const [id, before] of this.#taken) if (before >= count) this.#taken.delete(id);
    this.#settled = Math.min(this.#settled, count);
  }

  /** Adds the types of a package from its snapshot, if a snapshot exists. */
  take(id: PackageId): void {
    if (this.#taken.has(id)) return;
    this.#taken.set(id, this.#inOrder.length);
    for (const entry of this.snapshotOf(id) ?? []) {
      this.#entries.set(entry.id, entry);
      this.#inOrder.push(entry);
    }
  }

  /**
   * Calls `work`. If `work` uses the shape of a type of another package, records the type as a
   * dependency of package `id`. Dependencies of a shape that `work` computes are recorded for the
   * package of that shape.
   */
  readFor(id: PackageId, work: () => void): void {
    const outer = this.#reader;
    this.#reader = id;
    work();
    this.#reader = outer;
  }

  /** Records that the types of package `reader` depend on the shape of a type. */
  lookInto(reader: PackageId, id: TypeId): void {
    const known = this.#lookedInto.get(reader);
    if (known === undefined) this.#lookedInto.set(reader, new Set([id]));
    else known.add(id);
  }

  /** Returns the types of other packages on whose shapes the types of package `reader` depend. */
  lookedInto(reader: PackageId): ReadonlySet<TypeId> {
    return this.#lookedInto.get(reader) ?? new Set();
  }

  #makeShape(entry: TypeEntry): void {
    entry.state = "open";
    const outer = this.#reader;
    try {
      this.#open++;
      this.readFor(entry.package, () => {
        const made = entry.lower?.();
        if (made !== undefined) entry.shape = made;
      });
    } catch (error) {
      // Only the outermost call creates the problem, because the deeper calls have too little stack
      // left.
      if (this.#open > 1 || !isOverflow(error)) throw error;
      this.#reader = outer;
      this.report(tooDeepProblem(`${entry.name} contains types that are nested too deeply`, entry.position));
    } finally {
      this.#open--;
    }
    entry.state = "done";
  }
}
