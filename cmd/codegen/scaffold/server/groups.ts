import { posix } from "node:path";
import type { PackageGroupVersion } from "../../../../engine/model/group-version.js";
import { typeById } from "../../../../engine/model/lookup.js";
import type { TypeDeclaration, Universe } from "../../../../engine/model/universe.js";
import { orderStrings } from "../../../../engine/base/problem.js";
import { upperFirstLetter } from "../../../../engine/util/first-letter.js";
import type { RunResult } from "../../../../engine/run/run.js";
import { registeredIn } from "../../../../generators/kinds/registered.js";
import { handWrittenInstalls } from "../../../../generators/kinds/hand-written-install.js";
import type { KindView } from "../../../../generators/register/file.js";
import { kebab } from "../names.js";
import { distinct, identifierOf, identifierCase } from "./identifiers.js";

/**
 * A group that a server can serve. If the types are in another package, the paths of files are
 * module specifiers of that package.
 */
export interface ServedGroup {
  readonly name: string;
  /** Identifier of the group in the server's code, such as `restaurant`. */
  readonly identifier: string;
  /** Path of the file that exports `Install`, including the file ending. */
  readonly installFile: string;
  /** Path of the file with the `Kinds` of the hub, or of the only version. */
  readonly kindsFile: string;
  /** Path of the file that exports the most mature version as `SchemeGroupVersion`. */
  readonly versionFile: string;
  /** True if the group has several versions, one of which is the storage version. */
  readonly hasSeveralVersions: boolean;
  readonly kinds: readonly ServedKind[];
}

/** A kind for which the server has a strategy. */
export interface ServedKind {
  readonly name: string;
  /** Identifier of the strategy in the server's code, such as `pizzaStrategy`. */
  readonly strategy: string;
  /** Name under which the server's code imports the type, such as `Pizza`. */
  readonly typeName: string;
  /** Path of the file with the type of the objects that the strategy receives. */
  readonly typeFile: string;
  /** Base name of the sample without its ending, such as `pizza-oven`. */
  readonly sample: string;
  /** Resource name in URLs, such as `pizzas`. */
  readonly resource: string;
  readonly isNamespaced: boolean;
  /**
   * The versions that clients use, the most mature version first. The sample is in the first
   * version.
   */
  readonly versions: readonly [ServedVersion, ...ServedVersion[]];
}

/** A kind in a version that clients use. */
export interface ServedVersion {
  readonly groupVersion: PackageGroupVersion;
  /** Path of the file with the `Kinds` of the version. */
  readonly kindsFile: string;
  readonly type: TypeDeclaration;
  /** True if this version is the hub, to which the other versions convert. */
  readonly isHub: boolean;
}

/** A file that exports the function `Install` of a group. */
interface InstallFile {
  /** Id of the package with the types of the hub. */
  readonly package: string;
  readonly path: string;
  readonly versions: readonly PackageGroupVersion[];
}

interface Registration {
  readonly pkg: string;
  readonly path: string;
  readonly view: { readonly groupVersion: PackageGroupVersion; readonly kinds: readonly KindView[] };
}

/** Returns the files that the generator register has planned. */
function plannedIn({ plan }: Pick<RunResult, "plan">) {
  const filesOf = (template: string) =>
    plan.flatMap(({ generator, file }) => (generator.name === "register" && file.template === template ? [file] : []));
  return {
    registrations: filesOf("register").map((file): Registration => ({
      pkg: file.package,
      path: file.path,
      view: file.view as Registration["view"],
    })),
    installs: filesOf("install").map((file): InstallFile => ({
      ...file,
      versions: (file.view as Pick<InstallFile, "versions">).versions,
    })),
  };
}

/**
 * Returns the groups that have a planned or hand-written `Install`, and at least one kind with
 * ObjectMeta.
 *
 * @param isNamed reports whether the server's code already has names for a kind. These names are
 * kept, even if another group has a kind with the same name
 */
export function servedGroups(
  found: Pick<RunResult, "universe" | "plan">,
  isNamed: (kind: ServedKind) => boolean,
): readonly ServedGroup[] {
  const { universe } = found;
  const { registrations, installs: planned } = plannedIn(found);
  const registered = registrations.flatMap(({ pkg: id }) => {
    const pkg = universe.packages[id];
    return pkg === undefined ? [] : (registeredIn(universe, pkg) ?? []);
  });
  const installs = [...planned, ...handWrittenInstalls(universe, registered)].sort((a, b) =>
    orderStrings(a.path, b.path),
  );
  const identifiers = distinct(installs.map(({ path }) => groupIdentifier(path)));
  const groups = installs.flatMap((file, index): ServedGroup[] => {
    const { versions } = file;
    const hub = registrations.find(({ pkg }) => pkg === file.package);
    const inOrder = versions.flatMap(
      ({ group, version }) =>
        registrations.find(({ view }) => view.groupVersion.group === group && view.groupVersion.version === version) ??
        [],
    );
    const [first] = inOrder;
    if (hub === undefined || first === undefined) return [];
    const identifier = identifiers[index] ?? "group";
    const kinds = hub.view.kinds.flatMap(({ name }): ServedKind[] => {
      const [served, ...others] = inOrder.flatMap(({ pkg, path, view: { groupVersion, kinds: all } }) => {
        const kind = all.find((each) => each.name === name);
        const type = typeById(universe, `${pkg}#${name}`);
        if (kind?.resource === undefined || type === undefined) return [];
        const version: ServedVersion = { groupVersion, kindsFile: path, type, isHub: pkg === hub.pkg };
        return { kind, resource: kind.resource, version };
      });
      const own = typeById(universe, `${hub.pkg}#${name}`);
      if (served === undefined || own === undefined) return [];
      return [
        {
          name,
          strategy: `${identifierCase(name)}Strategy`,
          // The file of strategies already imports a type with the name Strategy.
          typeName: name === "Strategy" ? `${upperFirstLetter(identifier)}Strategy` : name,
          typeFile: own.file,
          sample: kebab(name),
          resource: served.resource,
          isNamespaced: served.kind.names?.isClusterWide !== true,
          versions: [served.version, ...others.map(({ version }) => version)],
        },
      ];
    });
    if (kinds.length === 0) return [];
    return [
      {
        name: first.view.groupVersion.group,
        identifier,
        installFile: file.path,
        kindsFile: hub.path,
        versionFile: first.path,
        hasSeveralVersions: versions.length > 1,
        kinds,
      },
    ];
  });
  return withDistinctNames(groups, isNamed);
}

/** A kind in a version that is not served, because the hub of the group lacks the kind. */
export interface UnservedKind {
  readonly name: string;
  readonly groupVersion: PackageGroupVersion;
  readonly hub: PackageGroupVersion;
}

/** Returns the kinds that exist in a version of a group but not in its hub. */
export function kindsOutsideOfHub(found: Pick<RunResult, "plan">): readonly UnservedKind[] {
  const { registrations, installs } = plannedIn(found);
  return installs.flatMap((file) => {
    const hub = registrations.find(({ pkg }) => pkg === file.package);
    if (hub === undefined) return [];
    const known = new Set(hub.view.kinds.map(({ name }) => name));
    return registrations
      .filter(({ view }) => view.groupVersion.group === hub.view.groupVersion.group)
      .flatMap(({ view: { groupVersion, kinds } }) =>
        kinds
          .filter(({ name, resource }) => resource !== undefined && !known.has(name))
          .map(({ name }) => ({ name, groupVersion, hub: hub.view.groupVersion })),
      );
  });
}

/**
 * Returns the hand-written `register.ts` files of the project. The kinds that such a file registers
 * are unknown, so `create server` cannot serve them.
 */
export function handWrittenRegistrations(universe: Universe): readonly string[] {
  return Object.values(universe.packages)
    .filter(({ kind }) => kind === "folder")
    .flatMap((pkg) => registeredIn(universe, pkg)?.handWritten ?? [])
    .sort(orderStrings);
}

/**
 * Makes the names of kinds distinct: adds the group's identifier to names that several groups use.
 */
function withDistinctNames(
  groups: readonly ServedGroup[],
  isNamed: (kind: ServedKind) => boolean,
): readonly ServedGroup[] {
  const names = groups.flatMap(({ kinds }) => kinds.map(({ sample }) => sample));
  const isShared = (sample: string): boolean => names.filter((name) => name === sample).length > 1;
  return groups.map((group) => ({
    ...group,
    kinds: group.kinds.map((kind) => {
      if (!isShared(kind.sample) || isNamed(kind)) return kind;
      const typeName = `${upperFirstLetter(group.identifier)}${kind.name}`;
      return {
        ...kind,
        typeName,
        strategy: `${identifierCase(typeName)}Strategy`,
        sample: `${kebab(group.identifier)}-${kind.sample}`,
      };
    }),
  }));
}

/** Returns an identifier for a group, from the name of its folder. */
function groupIdentifier(installFile: string): string {
  const folders = posix.dirname(installFile).split("/");
  const named = folders.filter((folder) => !/^v\d+((alpha|beta)\d+)?$/.test(folder));
  return identifierOf(named.at(-1) ?? "group");
}
