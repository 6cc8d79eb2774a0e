import { isEqual } from "./equal.js";
import type { FilePlan } from "./generator.js";
import type { Package, PackageId, Universe } from "./model/universe.js";
import { createReach } from "./reach.js";

/** What generators have made of single packages, for later runs of the same process. */
export interface Parts {
  readonly made: Map<string, Part>;
  /** What they read, by the packages that they are of: the same list as long as these are the same packages. */
  readonly reached: Map<string, readonly Package[]>;
  /** Whole files, by generator and path. */
  readonly files: Map<string, FilePlan>;
  /** What concerns every package. */
  settings: unknown;
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
  /** Forgets what this run has not asked for. */
  readonly forgetOthers: () => void;
}

export function createParts(): Parts {
  return { made: new Map(), reached: new Map(), files: new Map(), settings: undefined };
}

/** For a run that no other follows: nothing is kept, so that nothing need be known of what leads where. */
export const noParts: PartsOfRun = {
  take: () => (_name, _home, _about, make) => make(),
  emit: (_generator, file) => file,
  forgetOthers: () => undefined,
};

/** @param settings what generators are told of the project as a whole: other settings, other parts */
export function openParts(parts: Parts, universe: Universe, settings: unknown): PartsOfRun {
  // What folders say of themselves concerns others, which nothing leads to.
  const packages = Object.values(universe.packages).map(({ id, markers }) => ({ id, markers: markers.map(({ name, value }) => ({ name, value })) }));
  const whole = [settings, packages];
  if (!isEqual(parts.settings, whole)) parts.made.clear();
  parts.settings = whole;
  const reach = createReach(universe);
  const reached = new Map<string, readonly Package[]>();
  const readBy = (homes: readonly PackageId[], key: string): readonly Package[] => {
    const found = reached.get(key) ?? same(parts.reached.get(key), reach(homes));
    reached.set(key, found);
    parts.reached.set(key, found);
    return found;
  };
  const emitted = new Map<PackageId, readonly FilePlan[]>();
  const asked = new Set<string>();
  return {
    take: (generator) => (name, home, about, make) => {
      const homes = typeof home === "string" ? [home] : home;
      const joined = homes.join("\n");
      const key = `${generator}\n${name}\n${joined}`;
      asked.add(key).add(joined);
      const read = readBy(homes, joined);
      const files = homes.flatMap((id) => emitted.get(id) ?? []);
      const known = parts.made.get(key);
      if (known !== undefined && known.read === read && isSame(known.emitted, files) && isEqual(known.about, about)) return known.value as ReturnType<typeof make>;
      const value = make();
      parts.made.set(key, { read, emitted: files, about, value });
      return value;
    },
    emit(generator, file) {
      const key = `${generator}\n${file.path}`;
      asked.add(key);
      const before = parts.files.get(key);
      const kept = before !== undefined && isEqual(before, file) ? before : file;
      parts.files.set(key, kept);
      emitted.set(kept.package, [...(emitted.get(kept.package) ?? []), kept]);
      return kept;
    },
    forgetOthers() {
      for (const known of [parts.made, parts.reached, parts.files]) for (const key of known.keys()) if (!asked.has(key)) known.delete(key);
    },
  };
}

function isSame(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** An earlier list, where it holds the same. */
function same<Item extends object>(before: readonly Item[] | undefined, now: readonly Item[]): readonly Item[] {
  return before !== undefined && isSame(before, now) ? before : now;
}

/** The same universe, with the earlier one's packages where they are equal: what is the same object needs no second look. */
export function sharePackages(universe: Universe, earlier: Universe | undefined): Universe {
  if (earlier === undefined) return universe;
  const packages = Object.entries(universe.packages).map(([id, found]) => {
    const before = earlier.packages[id];
    return [id, before !== undefined && isEqual(before, found) ? before : found] as const;
  });
  const isSameWhole = packages.length === Object.keys(earlier.packages).length && packages.every(([id, found]) => earlier.packages[id] === found);
  return isSameWhole ? earlier : { packages: Object.fromEntries(packages) };
}
