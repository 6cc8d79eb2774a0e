import { isEqual } from "../util/equal.js";
import type { FilePlan } from "./generator.js";
import type { Package, PackageId, Universe } from "../model/universe.js";
import { createPackageGraph } from "./package-graph.js";

/** Memoised values of generators, which later runs reuse. */
export interface Memos {
  latest: MemosMade;
}

interface MemosMade {
  /** Inputs on which all values depend: the settings, and the package markers. */
  readonly settings: unknown;
  /** Values by generator, by name, and by the ids of the packages for which they were made. */
  readonly made: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, Value>>>;
  /**
   * Packages that `make` can read, by the ids of the packages for which the value is made. The list
   * stays the same object while the packages in it are unchanged.
   */
  readonly reached: ReadonlyMap<string, readonly Package[]>;
  /** Planned files, by generator and by path. */
  readonly files: ReadonlyMap<string, FilePlan>;
}

interface Value {
  readonly read: readonly Package[];
  /** Files that earlier generators have planned for the packages of the value. */
  readonly emitted: readonly FilePlan[];
  readonly deps: unknown;
  readonly value: unknown;
}

/**
 * Returns the stored value if it is still valid; otherwise, calls `make` and stores its result. A
 * value is valid while its packages, the packages that are reachable from them, the files that
 * earlier generators have planned for them, and `deps` are unchanged.
 *
 * @param name name that distinguishes several values of one generator for the same packages
 * @param packages the package or packages for which the value is made
 * @param deps all other inputs of `make`, as plain data
 */
export type Memo = <T>(name: string, packages: PackageId | readonly PackageId[], deps: unknown, make: () => T) => T;

export interface MemosOfRun {
  readonly memo: (generator: string) => Memo;
  /**
   * Records a planned file. Returns the file object of the earlier run if both are equal;
   * otherwise, returns the given file.
   */
  readonly emit: (generator: string, file: FilePlan) => FilePlan;
  /** Ends the run. Stores the values that the run has used, and removes all other values. */
  readonly close: () => void;
}

export function createMemos(): Memos {
  return { latest: { settings: undefined, made: new Map(), reached: new Map(), files: new Map() } };
}

/** Memoised values for a single run. They are not stored for later runs. */
export const noMemos: MemosOfRun = {
  memo: () => (_name, _packages, _deps, make) => make(),
  emit: (_generator, file) => file,
  close: () => undefined,
};

/**
 * Opens the memoised values for one run.
 * @param settings all settings that generators can read; if one changes, all values are invalid
 */
export function openMemos(memos: Memos, universe: Universe, settings: unknown): MemosOfRun {
  // All values depend on all package markers, because a marker of one package can affect another
  // package whose types do not refer to it.
  const packages = Object.values(universe.packages).map(({ id, markers }) => ({
    id,
    markers: markers.map(({ name, value }) => ({ name, value })),
  }));
  const whole = [settings, packages];
  const before = memos.latest;
  const isSameProject = isEqual(before.settings, whole);
  const graph = createPackageGraph(universe);
  const reached = new Map<string, readonly Package[]>();
  const made = new Map<string, Map<string, Map<string, Value>>>();
  const files = new Map<string, FilePlan>();
  const emitted = new Map<PackageId, readonly FilePlan[]>();
  const readBy = (ids: readonly PackageId[], key: string): readonly Package[] => {
    const found = reached.get(key) ?? same(before.reached.get(key), graph(ids));
    reached.set(key, found);
    return found;
  };
  return {
    memo(generator) {
      const earlier = isSameProject ? before.made.get(generator) : undefined;
      const own = new Map<string, Map<string, Value>>();
      made.set(generator, own);
      return (name, about, deps, make) => {
        const ids = typeof about === "string" ? [about] : about;
        const key = ids.join("\n");
        const now = { read: readBy(ids, key), emitted: ids.flatMap((id) => emitted.get(id) ?? []), deps };
        const known = earlier?.get(name)?.get(key);
        const current = known !== undefined && isCurrent(known, now) ? known : { ...now, value: make() };
        const named = own.get(name) ?? new Map<string, Value>();
        own.set(name, named.set(key, current));
        return current.value as ReturnType<typeof make>;
      };
    },
    emit(generator, file) {
      const key = `${generator}\n${file.path}`;
      const known = before.files.get(key);
      const kept = known !== undefined && isEqual(known, file) ? known : file;
      files.set(key, kept);
      emitted.set(kept.package, [...(emitted.get(kept.package) ?? []), kept]);
      return kept;
    },
    close() {
      memos.latest = { settings: whole, made, reached, files };
    },
  };
}

function isCurrent(value: Value, { read, emitted, deps }: Omit<Value, "value">): boolean {
  return value.read === read && isSame(value.emitted, emitted) && isEqual(value.deps, deps);
}

function isSame(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/**
 * Returns the earlier list if both lists contain the same objects in the same order; otherwise,
 * returns the new list.
 */
function same<Item extends object>(before: readonly Item[] | undefined, now: readonly Item[]): readonly Item[] {
  return before !== undefined && isSame(before, now) ? before : now;
}

/**
 * Returns the universe. If a package equals a package of the earlier universe, the earlier object
 * replaces it. An unchanged package is therefore the identical object in both.
 */
export function sharePackages(universe: Universe, earlier: Universe | undefined): Universe {
  if (earlier === undefined) return universe;
  const packages = Object.entries(universe.packages).map(([id, found]) => {
    const before = earlier.packages[id];
    return [id, before !== undefined && isEqual(before, found) ? before : found] as const;
  });
  const isSameWhole =
    packages.length === Object.keys(earlier.packages).length &&
    packages.every(([id, found]) => earlier.packages[id] === found);
  return isSameWhole ? earlier : { packages: Object.fromEntries(packages) };
}
