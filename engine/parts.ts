import { isEqual } from "./equal.js";
import type { FilePlan } from "./generator.js";
import type { Package, PackageId, Universe } from "./model/universe.js";
import { createReach } from "./reach.js";

/** What generators have made of single packages, for later runs of the same process. */
export interface Parts {
  latest: PartsMade;
}

interface PartsMade {
  /** What concerns every package. */
  readonly settings: unknown;
  /** By generator, by name, and by the packages that they are of. */
  readonly made: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, Part>>>;
  /**
   * What they read, by the packages that they are of: the same list as long as these are the same
   * packages.
   */
  readonly reached: ReadonlyMap<string, readonly Package[]>;
  /** Whole files, by generator and path. */
  readonly files: ReadonlyMap<string, FilePlan>;
}

interface Part {
  readonly read: readonly Package[];
  /** The files of its own packages that were planned before it. */
  readonly emitted: readonly FilePlan[];
  readonly about: unknown;
  readonly value: unknown;
}

/**
 * Takes a part of a plan over from an earlier run.
 *
 * @param name of the part, where a generator has several of a package
 * @param home the package that it is of, or several
 * @param about what `make` reads beside these packages and those that they lead to, as plain data
 */
export type TakePart = <T>(name: string, home: PackageId | readonly PackageId[], about: unknown, make: () => T) => T;

export interface PartsOfRun {
  readonly take: (generator: string) => TakePart;
  /** Tells of a file that is planned. @returns the earlier run's where that is equal */
  readonly emit: (generator: string, file: FilePlan) => FilePlan;
  /** Keeps what the run has asked for, and nothing else. */
  readonly close: () => void;
}

export function createParts(): Parts {
  return { latest: { settings: undefined, made: new Map(), reached: new Map(), files: new Map() } };
}

/**
 * For a run that no other follows: nothing is kept, so that nothing need be known of what leads
 * where.
 */
export const noParts: PartsOfRun = {
  take: () => (_name, _home, _about, make) => make(),
  emit: (_generator, file) => file,
  close: () => undefined,
};

/**
 * @param settings what generators are told of the project as a whole: other settings, other parts
 */
export function openParts(parts: Parts, universe: Universe, settings: unknown): PartsOfRun {
  // What folders say of themselves concerns others, which nothing leads to.
  const packages = Object.values(universe.packages).map(({ id, markers }) => ({
    id,
    markers: markers.map(({ name, value }) => ({ name, value })),
  }));
  const whole = [settings, packages];
  const before = parts.latest;
  const isSameProject = isEqual(before.settings, whole);
  const reach = createReach(universe);
  const reached = new Map<string, readonly Package[]>();
  const made = new Map<string, Map<string, Map<string, Part>>>();
  const files = new Map<string, FilePlan>();
  const emitted = new Map<PackageId, readonly FilePlan[]>();
  const readBy = (homes: readonly PackageId[], key: string): readonly Package[] => {
    const found = reached.get(key) ?? same(before.reached.get(key), reach(homes));
    reached.set(key, found);
    return found;
  };
  return {
    take(generator) {
      const earlier = isSameProject ? before.made.get(generator) : undefined;
      const own = new Map<string, Map<string, Part>>();
      made.set(generator, own);
      return (name, home, about, make) => {
        const homes = typeof home === "string" ? [home] : home;
        const key = homes.join("\n");
        const now = { read: readBy(homes, key), emitted: homes.flatMap((id) => emitted.get(id) ?? []), about };
        const known = earlier?.get(name)?.get(key);
        const part = known !== undefined && isCurrent(known, now) ? known : { ...now, value: make() };
        const named = own.get(name) ?? new Map<string, Part>();
        own.set(name, named.set(key, part));
        return part.value as ReturnType<typeof make>;
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
      parts.latest = { settings: whole, made, reached, files };
    },
  };
}

function isCurrent(part: Part, { read, emitted, about }: Omit<Part, "value">): boolean {
  return part.read === read && isSame(part.emitted, emitted) && isEqual(part.about, about);
}

function isSame(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** An earlier list, where it holds the same. */
function same<Item extends object>(before: readonly Item[] | undefined, now: readonly Item[]): readonly Item[] {
  return before !== undefined && isSame(before, now) ? before : now;
}

/**
 * The same universe, with the earlier one's packages where they are equal: what is the same object
 * needs no second look.
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
