import type { Marker } from "../markers/marker.js";
import { folderNamed } from "../markers/marker-folder.js";
import { referencesOfPackage } from "../model/type-references.js";
import type { Package, PackageId, Universe } from "../model/universe.js";
import { once } from "../util/once.js";

/**
 * Function that returns the given packages and all packages that are reachable from them, in
 * code-point order.
 */
export type PackageGraph = (ids: readonly PackageId[]) => readonly Package[];

/**
 * Returns the graph of a universe. An edge leads from a package to each package to whose types it
 * refers, and to each folder that its markers name. Marker edges lead in both directions, because a
 * folder can contain the code for the types of another folder. An edge to a hub leads in one
 * direction only, because the plan of a hub reads only the markers of its versions.
 */
export function createPackageGraph(universe: Universe): PackageGraph {
  const edges = new Map<PackageId, Set<PackageId>>(Object.keys(universe.packages).map((id) => [id, new Set()]));
  const both = (a: PackageId, b: PackageId): void => {
    if (!edges.has(a) || !edges.has(b)) return;
    edges.get(a)?.add(b);
    edges.get(b)?.add(a);
  };
  for (const pkg of Object.values(universe.packages)) {
    const { referred, hubs, named, endings } = linksOf(pkg);
    for (const id of [...referred, ...hubs]) if (edges.has(id)) edges.get(pkg.id)?.add(id);
    for (const id of named) both(pkg.id, id);
    for (const ending of endings) for (const id of edges.keys()) if (id.endsWith(`/${ending}`)) both(pkg.id, id);
  }
  const packages = Object.values(universe.packages);
  return (ids) => {
    const reached = new Set(ids);
    for (const id of reached) for (const next of edges.get(id) ?? []) reached.add(next);
    return packages.filter(({ id }) => reached.has(id));
  };
}

interface Links {
  readonly referred: ReadonlySet<PackageId>;
  readonly hubs: readonly PackageId[];
  /**
   * Paths of folders that values of markers may name. Values that are not paths are included too,
   * which has no effect, because they match no package.
   */
  readonly named: ReadonlySet<PackageId>;
  /**
   * Last parts of folder paths in markers. For example, `+default=ref(v1.Name)` refers to a folder
   * whose path ends with `/v1`.
   */
  readonly endings: ReadonlySet<string>;
}

const linksOf = once((pkg: Package): Links => {
  const referred = new Set([...referencesOfPackage(pkg)].map((id) => id.slice(0, id.lastIndexOf("#"))));
  const named = new Set<PackageId>();
  const endings = new Set<string>();
  const name = (text: string): void => void named.add(folderNamed(pkg.id, text)).add(folderNamed(pkg.id, `./${text}`));
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
  mark(pkg.markers.filter(({ folder }) => folder?.role !== "hub"));
  for (const type of Object.values(pkg.types)) {
    mark(type.markers);
    if (type.shape.kind === "object") for (const field of type.shape.fields) mark(field.markers);
  }
  for (const { markers } of [...pkg.functions, ...pkg.constants]) mark(markers);
  const hubs = pkg.markers.flatMap(({ folder }) => (folder?.role === "hub" ? [folder.id] : []));
  return { referred, hubs, named, endings };
});
