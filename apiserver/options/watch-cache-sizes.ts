import type { GroupResource } from "@apimachinery/runtime";
import { nearestName } from "../util/nearest.js";
import { qualifiedName } from "../util/qualified-name.js";

/**
 * Minimum number of events in the watch cache of each resource. The keys are `resource.group`, or
 * only `resource` for the core group.
 */
export type WatchCacheSizes = ReadonlyMap<string, number>;

/**
 * Parses strings of the form `resource[.group]#size`. Returns the sizes, and one sentence for each
 * invalid string.
 */
export function parseWatchCacheSizes(texts: readonly string[]): {
  readonly sizes: WatchCacheSizes;
  readonly problems: readonly string[];
} {
  const sizes = new Map<string, number>();
  const problems: string[] = [];
  for (const text of texts) {
    const [resource = "", size = "", ...more] = text.split("#");
    if (resource === "" || more.length > 0 || !/^-?\d{1,9}$/.test(size))
      problems.push(
        `--watch-cache-sizes has an invalid value: ${JSON.stringify(text)}, expected resource[.group]#size`,
      );
    else if (Number(size) < 0) problems.push(`--watch-cache-sizes must not be negative: ${JSON.stringify(text)}`);
    else sizes.set(resource, Number(size));
  }
  return { sizes, problems };
}

/**
 * Returns one sentence for each resource that is not served, with a suggestion.
 * @param served served resources, as `resource.group`
 */
export function unknownResources(sizes: WatchCacheSizes, served: readonly string[]): readonly string[] {
  const unknown = [...sizes.keys()].filter((name) => !served.includes(name));
  return unknown.map((name) => {
    // If the only difference is the missing group, the suggestion is the name with the group.
    const meant = served.find((one) => one.startsWith(`${name}.`)) ?? nearestName(name, served);
    return `--watch-cache-sizes: the resource ${JSON.stringify(name)} is not served${meant === undefined ? `; served resources: ${served.join(", ")}` : ` (did you mean ${meant}?)`}`;
  });
}

export function watchCacheSizeOf(sizes: WatchCacheSizes, { group, resource }: GroupResource, initial: number): number {
  return sizes.get(qualifiedName(group, resource)) ?? initial;
}
