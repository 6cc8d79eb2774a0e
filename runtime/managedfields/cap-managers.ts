import { FieldSet, type VersionedSet } from "../structuredmerge/index.js";
import { compareMergeStrings } from "../structuredmerge/value/compare-values.js";
import { compareManagedTimes, type Managed } from "./managed.js";
import { managerIdentifier } from "./manager-name.js";

const maxUpdateManagers = 10;
const bucketName = "ancient-changes";

/** A bucket: the manager into which others are united, and their sets. */
interface Bucket {
  readonly versioned: VersionedSet;
  readonly sets: FieldSet[];
}

/**
 * Unites the managers that have updated (not applied) longest ago, until there are at most ten of
 * them. Managers of one version are united into `ancient-changes`. The sets of a bucket are united
 * once, so the cost is linear in the size of all sets. Source: `capManagersManager` of
 * apimachinery.
 */
export function capManagers(managed: Managed): Managed {
  if (managed.fields.size <= maxUpdateManagers) return managed;
  const updaters = [...managed.fields].filter(([, { applied }]) => !applied);
  if (updaters.length <= maxUpdateManagers) return managed;
  const [fields, times] = [new Map(managed.fields), new Map(managed.times)];
  updaters.sort(([a], [b]) => compareManagedTimes(times.get(a), times.get(b)) || compareMergeStrings(a, b));
  const firstOfVersion = new Map<string, string>();
  const buckets = new Map<string, Bucket>();
  let count = updaters.length;
  for (const [manager, versioned] of updaters) {
    if (count <= maxUpdateManagers) break;
    const { apiVersion } = versioned;
    const first = firstOfVersion.get(apiVersion);
    if (first === undefined) {
      firstOfVersion.set(apiVersion, manager);
      continue;
    }
    const bucket = managerIdentifier({ manager: bucketName, operation: "Update", apiVersion });
    const sets = buckets.get(bucket)?.sets ?? setsOf(fields.get(bucket) ?? fields.get(first));
    if (!fields.has(bucket)) fields.delete(first);
    fields.set(bucket, versioned);
    sets.push(versioned.set);
    buckets.set(bucket, { versioned, sets });
    fields.delete(manager);
    // As in Go, a bucket that is itself old enough to be united is removed, and the next manager
    // starts a new bucket.
    if (manager === bucket) buckets.delete(bucket);
    count--;
    const time = times.get(manager);
    if (time === undefined) times.delete(bucket);
    else times.set(bucket, time);
  }
  for (const [bucket, { versioned, sets }] of buckets)
    fields.set(bucket, { ...versioned, set: FieldSet.unionOf(sets) });
  return { fields, times };
}

function setsOf(versioned: VersionedSet | undefined): FieldSet[] {
  return versioned === undefined ? [] : [versioned.set];
}
