import type { Scheme } from "@apimachinery/runtime";
import { storageVersionOf, type AnyGroupDefinition } from "./group-definition.js";

/** A definition of an API group, and its index in `groups` of the server's definition. */
interface Part {
  readonly index: number;
  readonly definition: AnyGroupDefinition;
}

/**
 * Joins the definitions of a server, so that each API group has one definition. Includes the
 * definitions in `alsoServes`. If a group has only one definition, returns it unchanged except for
 * `alsoServes`.
 * @returns the groups, in the order of the first definition of each
 * @throws Error if two definitions of a group have the same kind, or different storage versions
 */
export function joinGroups(definitions: readonly AnyGroupDefinition[]): readonly AnyGroupDefinition[] {
  const groups = new Map<string, Part[]>();
  for (const part of definitions.flatMap(partsOf)) {
    const { group } = storageVersionOf(part.definition);
    groups.set(group, [...(groups.get(group) ?? []), part]);
  }
  return [...groups].flatMap(([group, parts]) =>
    parts.length === 1 ? parts.map(({ definition }) => definition) : join(group, parts),
  );
}

/** Returns a definition, followed by the definitions in its `alsoServes`. */
export function servedDefinitions(definition: AnyGroupDefinition): readonly AnyGroupDefinition[] {
  const { alsoServes = [], ...own } = definition;
  return alsoServes.length === 0 ? [definition] : [own, ...alsoServes.flatMap(servedDefinitions)];
}

function partsOf(definition: AnyGroupDefinition, index: number): readonly Part[] {
  return servedDefinitions(definition).map((each) => ({ index, definition: each }));
}

function join(group: string, parts: readonly Part[]): AnyGroupDefinition {
  requireDifferentKinds(group, parts);
  const all = parts.map(({ definition }) => definition);
  return {
    install: joinedInstall(group, all),
    ...joinedStorageVersion(group, parts),
    kinds: merged(all.map(({ kinds }) => kinds)),
    storedAs: merged(all.map(({ storedAs = {} }) => storedAs)),
    unservedVersions: unique(all.flatMap(({ unservedVersions = [] }) => unservedVersions)),
    deprecatedVersions: merged(all.map(({ deprecatedVersions = {} }) => deprecatedVersions)),
    admissionPlugins: unique(all.flatMap(({ admissionPlugins = [] }) => admissionPlugins)),
    extend: (context) => {
      for (const { extend } of all) extend?.(context);
    },
  };
}

function requireDifferentKinds(group: string, parts: readonly Part[]): void {
  const known = new Map<string, Part>();
  for (const part of parts) {
    for (const kind of Object.keys(part.definition.kinds)) {
      const other = known.get(kind);
      if (other !== undefined)
        throw new Error(
          `${kind} of ${shown(group)} is in two definitions, ${nameOf(other)} and ${nameOf(part)}: remove it from one of them`,
        );
      known.set(kind, part);
    }
  }
}

/**
 * Returns the storage version in the definitions. If no definition contains one, returns the
 * storage version of the first definition. Kinds that this version does not contain are stored in
 * their preferred version.
 * @throws Error if two definitions contain different versions
 */
function joinedStorageVersion(group: string, parts: readonly Part[]): Pick<AnyGroupDefinition, "storageVersion"> {
  const naming = parts.filter(({ definition }) => definition.storageVersion !== undefined);
  const versions = new Set(
    (naming.length === 0 ? parts : naming).map(({ definition }) => storageVersionOf(definition).version),
  );
  const [version, other] = versions;
  if (naming.length > 0 && other !== undefined)
    throw new Error(
      `the definitions of ${shown(group)} have different storage versions, ${[...versions].join(" and ")}: name the same version in ${naming.map(nameOf).join(" and ")}`,
    );
  return version === undefined ? {} : { storageVersion: { group, version } };
}

/**
 * Returns a function that calls each `install` once. The versions of the first definition have the
 * highest priority.
 */
function joinedInstall(group: string, all: readonly AnyGroupDefinition[]): (scheme: Scheme) => void {
  const installs = unique(all.map(({ install }) => install));
  return (scheme) => {
    const versions = installs.flatMap((install) => {
      install(scheme);
      return scheme.prioritizedVersionsForGroup(group).map(({ version }) => version);
    });
    scheme.setVersionPriority(...unique(versions).map((version) => ({ group, version })));
  };
}

/** Returns a definition as error messages show it, such as `groups[1] (Namespace, Secret)`. */
function nameOf({ index, definition }: Part): string {
  return `groups[${index}] (${Object.keys(definition.kinds).join(", ")})`;
}

function shown(group: string): string {
  return group === "" ? "the core group" : group;
}

function merged<T extends object>(all: readonly T[]): T {
  return Object.assign({}, ...all) as T; // The type of Object.assign loses the type of the list.
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
