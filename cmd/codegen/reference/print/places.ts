import type { GroupReference, KindReference, APIReference, TypeReference, VersionReference } from "../model.js";

/** The pages of a reference. Their names depend on names of types alone, not on fields. */
export interface Pages {
  readonly reference: APIReference;
  readonly versions: readonly VersionPage[];
  /** Returns the place of a type by its id; undefined if the reference does not have it. */
  readonly placeOf: (type: string) => PagePlace | undefined;
}

export interface VersionPage {
  /** Path of the page without extension: `apps/v1`. */
  readonly path: string;
  readonly group: GroupReference;
  readonly version: VersionReference;
  readonly kinds: readonly KindPage[];
  /** Types that no kind's page has. */
  readonly types: readonly TypeReference[];
}

export interface KindPage {
  /** Path of the page without extension: `apps/v1/Deployment`. */
  readonly path: string;
  readonly kind: KindReference;
  /** The kind's own type first, then the types whose names begin with that of the kind. */
  readonly types: readonly TypeReference[];
}

export interface PagePlace {
  /** Path of a page without extension. */
  readonly page: string;
  /** Name of the type, which is the name of its section. */
  readonly name: string;
}

/**
 * Returns the pages of a reference. A type whose name begins with the name of a kind of its version
 * is on the page of that kind, so that `PizzaSpec` is on the page of `Pizza`. The longest such name
 * decides. All other types are on the page of the version. A new field therefore moves nothing.
 */
export function referencePages(reference: APIReference): Pages {
  const versions = reference.groups.flatMap((group) => group.versions.map((version) => versionPage(group, version)));
  const places = new Map<string, PagePlace>();
  for (const { path, kinds, types } of versions)
    for (const page of [{ path, types }, ...kinds])
      for (const { id, name } of page.types) places.set(id, { page: page.path, name });
  return { reference, versions, placeOf: (type) => places.get(type) };
}

function versionPage(group: GroupReference, version: VersionReference): VersionPage {
  const path = `${folderOf(group)}/${version.version}`;
  const owners = new Map(version.types.map((type) => [type, ownerOf(type, version.kinds)]));
  const typesOf = (owner: KindReference | undefined): readonly TypeReference[] =>
    version.types.filter((type) => owners.get(type) === owner);
  return {
    path,
    group,
    version,
    kinds: version.kinds.map((kind) => ({
      path: `${path}/${kind.name}`,
      kind,
      types: inOrder(typesOf(kind), kind.reachable),
    })),
    types: typesOf(undefined),
  };
}

function folderOf({ name }: GroupReference): string {
  return name === "" ? "core" : name;
}

function ownerOf({ name }: TypeReference, kinds: readonly KindReference[]): KindReference | undefined {
  const owners = kinds.filter((kind) => name.startsWith(kind.name) && !/^[a-z0-9]/.test(name.slice(kind.name.length)));
  return owners.reduce<KindReference | undefined>(
    (best, kind) => (kind.name.length > (best?.name.length ?? 0) ? kind : best),
    undefined,
  );
}

/** Sorts types by their distance from the kind. Types that it does not reach are last. */
function inOrder(types: readonly TypeReference[], reachable: readonly string[]): readonly TypeReference[] {
  const order = new Map(reachable.map((id, index) => [id, index]));
  const position = ({ id }: TypeReference): number => order.get(id) ?? Infinity;
  return types.toSorted((a, b) => {
    const [first, second] = [position(a), position(b)];
    return first === second ? 0 : first - second;
  });
}

/** Returns the relative link from one page to another one. Both paths are without extension. */
export function linkTo(from: string, to: string, extension: string): string {
  const [steps, target] = [from.split("/").slice(0, -1), to.split("/")];
  let shared = 0;
  while (shared < steps.length && shared < target.length - 1 && steps[shared] === target[shared]) shared++;
  return `${"../".repeat(steps.length - shared)}${target.slice(shared).join("/")}${extension}`;
}

/** A file to write: its path below the folder of the reference, and its text. */
export interface PrintedFile {
  readonly path: string;
  readonly text: string;
}
