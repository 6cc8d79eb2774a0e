import type { GroupReference, KindReference, APIReference, TypeReference, VersionReference } from "../model.js";

/** The pages of a reference. The page of a type depends only on names of types, not on fields. */
export interface Pages {
  readonly reference: APIReference;
  readonly versions: readonly VersionPage[];
  /**
   * Returns the page and section of a type by the type's id; undefined if the reference does not
   * contain the type.
   */
  readonly placeOf: (type: string) => PagePlace | undefined;
}

export interface VersionPage {
  /** Path of the page without its extension, such as `apps/v1`. */
  readonly path: string;
  readonly group: GroupReference;
  readonly version: VersionReference;
  readonly kinds: readonly KindPage[];
  /** Types that are not on the page of a kind. */
  readonly types: readonly TypeReference[];
}

export interface KindPage {
  /** Path of the page without its extension, such as `apps/v1/Deployment`. */
  readonly path: string;
  readonly kind: KindReference;
  /** First the type of the kind itself, then the types whose names begin with the kind's name. */
  readonly types: readonly TypeReference[];
}

export interface PagePlace {
  /** Path of the page without its extension. */
  readonly page: string;
  /** Name of the type, which is also the id of its section. */
  readonly name: string;
}

/**
 * Returns the pages of a reference. If the name of a type begins with the name of a kind, the type
 * is on the page of this kind: `PizzaSpec` is on the page of `Pizza`. If several kinds match, the
 * longest name decides. All other types are on the page of the version. As fields do not matter, a
 * new field moves no type to another page.
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
  const path = `${titleOfGroup(group)}/${version.version}`;
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

/** Returns the title of a group, which is also the name of its folder. */
export function titleOfGroup({ name }: GroupReference): string {
  return name === "" ? "core" : name;
}

function ownerOf({ name }: TypeReference, kinds: readonly KindReference[]): KindReference | undefined {
  const owners = kinds.filter((kind) => name.startsWith(kind.name) && !/^[a-z0-9]/.test(name.slice(kind.name.length)));
  return owners.reduce<KindReference | undefined>(
    (best, kind) => (kind.name.length > (best?.name.length ?? 0) ? kind : best),
    undefined,
  );
}

/**
 * Sorts types by their distance from the kind. Types to which the kind does not refer come last.
 */
function inOrder(types: readonly TypeReference[], reachable: readonly string[]): readonly TypeReference[] {
  const order = new Map(reachable.map((id, index) => [id, index]));
  const position = ({ id }: TypeReference): number => order.get(id) ?? Infinity;
  return types.toSorted((a, b) => {
    const [first, second] = [position(a), position(b)];
    return first === second ? 0 : first - second;
  });
}

/** Returns the relative link between two pages, whose paths have no extension. */
export function linkTo(from: string, to: string, extension: string): string {
  const [steps, target] = [from.split("/").slice(0, -1), to.split("/")];
  let shared = 0;
  while (shared < steps.length && shared < target.length - 1 && steps[shared] === target[shared]) shared++;
  return `${"../".repeat(steps.length - shared)}${target.slice(shared).join("/")}${extension}`;
}

/** A file to write: its path relative to the folder of the reference, and its content. */
export interface PrintedFile {
  readonly path: string;
  readonly text: string;
}
