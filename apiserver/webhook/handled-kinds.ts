import { CodecFactory, Scheme, type GroupVersionKind } from "@apimachinery/runtime";
import { hubKind } from "../server/hub-kind.js";
import type { AnyGroupDefinition } from "../server/group-definition.js";
import { strategies } from "../server/new-store.js";
import type { StoreConfig } from "../registry/store-config.js";

/** A kind with its strategies and its hub version. */
export interface HandledKind extends Pick<StoreConfig, "strategy" | "statusStrategy"> {
  readonly hub: GroupVersionKind;
}

/** The kinds of several groups, with their scheme and codecs. */
export class HandledKinds {
  readonly scheme: Scheme;
  readonly codecs: CodecFactory;
  readonly #kinds = new Map<string, HandledKind>();

  /**
   * @param scheme scheme in which the groups are installed
   * @throws Error if a strategy is invalid, or contradicts the markers of its kind about its scope
   *   or its status, or if `install` does not add a kind
   */
  constructor(scheme: Scheme, groups: readonly AnyGroupDefinition[]) {
    this.scheme = scheme;
    this.codecs = new CodecFactory(scheme);
    for (const definition of groups) {
      const group = groupOf(definition);
      for (const [kind, strategy] of Object.entries(definition.kinds)) {
        if (scheme.versionsForGroupKind({ group, kind }).length === 0)
          throw new Error(`unknown kind ${kind} in ${group}: "kinds" may name only kinds that "install" adds`);
        const own = strategies(scheme, { group, kind }, strategy);
        this.#kinds.set(`${group}/${kind}`, { ...own, hub: hubKind(scheme, { group, kind }) });
      }
    }
  }

  /** Returns the kind of a group, version and kind; undefined if it is unknown. */
  find(kind: GroupVersionKind): HandledKind | undefined {
    return this.scheme.recognizes(kind) ? this.#kinds.get(`${kind.group}/${kind.kind}`) : undefined;
  }
}

/** Returns a scheme with the groups. A group that is listed several times is installed once. */
export function schemeOf(name: string, groups: readonly AnyGroupDefinition[]): Scheme {
  const scheme = new Scheme(name);
  for (const install of new Set(groups.map((group) => group.install))) install(scheme);
  return scheme;
}

/** Returns the name of a group, from the versions that its definition installs. */
function groupOf({ install, storageVersion }: AnyGroupDefinition): string {
  if (storageVersion !== undefined) return storageVersion.group;
  const scheme = new Scheme();
  install(scheme);
  const [version] = scheme.prioritizedVersionsAllGroups();
  if (version === undefined)
    throw new Error("`install` of a group adds no version: it must be Install of zz_generated.install.ts");
  return version.group;
}
