import type { GroupResource } from "@apimachinery/runtime";

/** How many of their newest events resources hold at least, by `resource.group`; `resource` of the core group. */
export type WatchCacheSizes = ReadonlyMap<string, number>;

/** Reads `resource[.group]#size`. @returns what is wrong, too, one sentence for each text */
export function parseWatchCacheSizes(texts: readonly string[]): { readonly sizes: WatchCacheSizes; readonly problems: readonly string[] } {
  const sizes = new Map<string, number>();
  const problems: string[] = [];
  for (const text of texts) {
    const [resource = "", size = "", ...more] = text.split("#");
    if (resource === "" || more.length > 0 || !/^-?\d{1,9}$/.test(size)) problems.push(`--watch-cache-sizes has an invalid value: ${JSON.stringify(text)}, expected resource[.group]#size`);
    else if (Number(size) < 0) problems.push(`--watch-cache-sizes must not be negative: ${JSON.stringify(text)}`);
    else sizes.set(resource, Number(size));
  }
  return { sizes, problems };
}

export function watchCacheSizeOf(sizes: WatchCacheSizes, { group, resource }: GroupResource, initial: number): number {
  return sizes.get(group === "" ? resource : `${resource}.${group}`) ?? initial;
}
