import type { Marker } from "./markers/marker.js";
import { folderNamed, peersOf } from "./model/group-version.js";
import { referencesOf } from "./model/references.js";
import type { Package, PackageId, Universe } from "./model/universe.js";
import { once } from "./once.js";

/**
 * The packages that the plan of some may read: themselves, what they lead to, and what that leads
 * to, in code-point order.
 */
export type Reach = (homes: readonly PackageId[]) => readonly Package[];

/**
 * What leads from package to package: types that stand in types and signatures, and folders that
 * markers name. A folder that works for another one's types, as `+k8s:defaulter-gen-input` says, is
 * found from there, too. A hub does not lead to its versions: what is planned for it needs nothing
 * of them but their markers.
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
  const packages = Object.values(universe.packages);
  return (homes) => {
    const reached = new Set(homes);
    for (const id of reached) for (const next of edges.get(id) ?? []) reached.add(next);
    return packages.filter(({ id }) => reached.has(id));
  };
}

interface Links {
  readonly referred: ReadonlySet<PackageId>;
  /** Folders that markers name; what is no folder does no harm. */
  readonly named: ReadonlySet<PackageId>;
  /** The last parts of folders' names, as a default may refer to a constant. */
  readonly endings: ReadonlySet<string>;
}

const linksOf = once((home: Package): Links => {
  const referred = new Set([...referencesOf(home)].map((id) => id.slice(0, id.lastIndexOf("#"))));
  const named = new Set<PackageId>();
  const endings = new Set<string>();
  const name = (text: string): void =>
    void named.add(folderNamed(home.id, text)).add(folderNamed(home.id, `./${text}`));
  const mark = (markers: readonly Marker[]): void => {
    for (const { value } of markers) {
      if (value === undefined) continue;
      name(value);
      const [, folder] = /\bref\(\s*(.*)\.[^.()\s]+\s*\)/.exec(value) ?? [];
      if (folder === undefined) continue;
      name(folder);
      endings.add(folder);
    }
  };
  mark(home.markers.filter((marker) => marker.name !== "k8s:conversion-gen"));
  for (const type of Object.values(home.types)) {
    mark(type.markers);
    if (type.shape.kind === "object") for (const field of type.shape.fields) mark(field.markers);
  }
  for (const { markers } of [...home.functions, ...home.constants]) mark(markers);
  return { referred, named, endings };
});
