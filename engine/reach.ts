import { posix } from "node:path";
import type { Marker } from "./markers/marker.js";
import { peersOf } from "./model/group-version.js";
import { referencesOf } from "./model/references.js";
import type { Package, PackageId, Universe } from "./model/universe.js";

/** The packages that a package's plan may read: itself, what it leads to, and what those lead to, in code-point order. */
export type Reach = (home: PackageId) => readonly Package[];

/**
 * What leads from package to package: types that stand in types and signatures, and folders that markers name. A folder that works for another one's types,
 * as `+k8s:defaulter-gen-input` says, is found from there, too. A hub does not lead to its versions: what is planned for it needs nothing of them but their markers.
 */
export function createReach(universe: Universe): Reach {
  const edges = new Map<PackageId, Set<PackageId>>(Object.keys(universe.packages).map((id) => [id, new Set()]));
  const both = (a: PackageId, b: PackageId): void => {
    if (!edges.has(a) || !edges.has(b)) return;
    edges.get(a)?.add(b);
    edges.get(b)?.add(a);
  };
  for (const home of Object.values(universe.packages)) {
    const { referred, named, endings } = linksOf(home);
    for (const id of [...referred, ...peersOf(home)]) if (edges.has(id)) edges.get(home.id)?.add(id);
    for (const id of named) both(home.id, id);
    for (const ending of endings) for (const id of edges.keys()) if (id.endsWith(`/${ending}`)) both(home.id, id);
  }
  const known = new Map<PackageId, readonly Package[]>();
  return (home) => {
    const before = known.get(home);
    if (before !== undefined) return before;
    const reached = new Set([home]);
    for (const id of reached) for (const next of edges.get(id) ?? []) reached.add(next);
    const packages = Object.values(universe.packages).filter(({ id }) => reached.has(id));
    known.set(home, packages);
    return packages;
  };
}

interface Links {
  readonly referred: ReadonlySet<PackageId>;
  /** Folders that markers name; what is no folder does no harm. */
  readonly named: ReadonlySet<PackageId>;
  /** The last parts of folders' names, as a default may refer to a constant. */
  readonly endings: ReadonlySet<string>;
}

/** A package never changes: under --watch most of them are those of the run before. */
const links = new WeakMap<Package, Links>();

function linksOf(home: Package): Links {
  const known = links.get(home);
  if (known !== undefined) return known;
  const referred = new Set([...referencesOf(home)].map((id) => id.slice(0, id.lastIndexOf("#"))));
  const named = new Set<PackageId>();
  const endings = new Set<string>();
  const mark = (markers: readonly Marker[]): void => {
    for (const { value } of markers) {
      if (value === undefined) continue;
      named.add(posix.normalize(posix.join(home.id, value)));
      named.add(value);
      const [, folder] = /\bref\((.*)\.\w+\)/.exec(value) ?? [];
      if (folder === undefined) continue;
      named.add(posix.normalize(posix.join(home.id, folder))).add(folder);
      endings.add(folder);
    }
  };
  mark(home.markers.filter(({ name }) => name !== "k8s:conversion-gen"));
  for (const type of Object.values(home.types)) {
    mark(type.markers);
    if (type.shape.kind === "object") for (const field of type.shape.fields) mark(field.markers);
  }
  for (const { markers } of [...home.functions, ...home.constants]) mark(markers);
  const found = { referred, named, endings };
  links.set(home, found);
  return found;
}
