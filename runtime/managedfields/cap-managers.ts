import { compareByCodePoints } from "../util/compare-keys.js";
import { FieldSet, type VersionedSet } from "../structuredmerge/index.js";
import { compareManagedTimes, type Managed } from "./managed.js";
import { managerIdentifier } from "./manager-name.js";

const maxUpdateManagers = 10;
const bucketName = "ancient-changes";

/** A field manager into which other field managers are merged, and the field sets to merge. */
interface Bucket {
  readonly versioned: VersionedSet;
  readonly sets: FieldSet[];
}

/**
 * Limits the number of field managers with the operation Update to ten. Merges the managers whose
 * last update is oldest into a manager `ancient-changes` for each version. The only manager of a
 * version is not merged, so more than ten can remain if they have many versions. The field sets of
 * an `ancient-changes` manager are merged in one step, so the cost is linear in their size. Source:
 * `capManagersManager` of apimachinery.
 */
export function capManagers(managed: Managed): Managed {
  if (managed.fields.size <= maxUpdateManagers) return managed;
  const updaters = [...managed.fields].filter(([, { applied }]) => !applied);
  if (updaters.length <= maxUpdateManagers) return managed;
  const [fields, times] = [new Map(managed.fields), new Map(managed.times)];
  updaters.sort(([a], [b]) => compareManagedTimes(times.get(a), times.get(b)) || compareByCodePoints(a, b));
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
    // As in Go, an existing `ancient-changes` manager can itself be among the oldest. Then it is
    // removed, and the next manager starts a new bucket.
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
