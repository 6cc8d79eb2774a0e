import { compareTexts } from "../structuredmerge/value/compare-values.js";
import { compareTimes, type Managed } from "./managed.js";
import { managerIdentifier } from "./manager-name.js";

const maxUpdateManagers = 10;
const bucketName = "ancient-changes";

/**
 * Unites the oldest managers that update, until there are at most ten of them. Managers of one
 * version are united into `ancient-changes`. Source: `capManagersManager` of apimachinery.
 */
export function capManagers(managed: Managed): Managed {
  if (managed.fields.size <= maxUpdateManagers) return managed;
  const updaters = [...managed.fields].flatMap(([manager, { applied }]) => (applied ? [] : [manager]));
  if (updaters.length <= maxUpdateManagers) return managed;
  const [fields, times] = [new Map(managed.fields), new Map(managed.times)];
  updaters.sort((a, b) => compareTimes(times.get(a), times.get(b)) || compareTexts(a, b));
  const firstOfVersion = new Map<string, string>();
  let count = updaters.length;
  for (const manager of updaters) {
    if (count <= maxUpdateManagers) break;
    const versioned = fields.get(manager);
    if (versioned === undefined) continue;
    const { apiVersion } = versioned;
    const first = firstOfVersion.get(apiVersion);
    if (first === undefined) {
      firstOfVersion.set(apiVersion, manager);
      continue;
    }
    const bucket = managerIdentifier({ manager: bucketName, operation: "Update", apiVersion });
    const united = fields.get(bucket) ?? fields.get(first);
    if (!fields.has(bucket)) fields.delete(first);
    fields.set(bucket, { ...versioned, set: united === undefined ? versioned.set : versioned.set.union(united.set) });
    fields.delete(manager);
    count--;
    const time = times.get(manager);
    if (time === undefined) times.delete(bucket);
    else times.set(bucket, time);
  }
  return { fields, times };
}
