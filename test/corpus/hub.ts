import { compareKubeAwareVersionStrings } from "@apimachinery/runtime";
import type { Interface, Property, Version } from "./source.js";

/** An API group, and the hub that is derived from its versions. */
export interface Group {
  readonly folder: string;
  /** Versions in order, the most mature version first. */
  readonly versions: readonly Version[];
  /**
   * Types of the newest version, with all fields that only older versions have. With these fields,
   * no version loses a field in the conversion to the hub.
   */
  readonly hub: Version;
}

export function groupsOf(versions: readonly Version[]): readonly Group[] {
  return [...new Set(versions.map(({ folder }) => folder))].map((folder) => {
    const own = versions
      .filter((version) => version.folder === folder)
      .toSorted((a, b) => compareKubeAwareVersionStrings(b.version, a.version));
    return { folder, versions: own, hub: hubOf(folder, own) };
  });
}

function hubOf(folder: string, versions: readonly Version[]): Version {
  const interfaces = new Map<string, Interface>();
  for (const version of versions) {
    for (const type of version.interfaces) {
      const newer = interfaces.get(type.name);
      interfaces.set(
        type.name,
        newer === undefined ? type : { ...newer, properties: [...newer.properties, ...onlyIn(type, newer)] },
      );
    }
  }
  return {
    folder,
    version: "",
    imports: Object.assign({}, ...versions.map(({ imports }) => imports).toReversed()) as Record<string, string>,
    interfaces: [...interfaces.values()],
    mixedUnions: [...new Set(versions.flatMap(({ mixedUnions }) => mixedUnions))],
  };
}

/**
 * Returns the fields that only the older version has. They become optional, because objects of the
 * newer version do not have them.
 */
function onlyIn(older: Interface, newer: Interface): readonly Property[] {
  const known = new Set(newer.properties.map(({ name }) => name));
  return older.properties.filter(({ name }) => !known.has(name)).map((property) => ({ ...property, isOptional: true }));
}
