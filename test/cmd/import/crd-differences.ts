import type { CRD } from "../../corpus/crds/crds.js";

/** Returns the paths at which the specs of two CRDs differ, with both values. */
export function differencesOf(wanted: CRD, found: CRD): readonly string[] {
  return differences("spec", equivalent("spec", wanted.spec), equivalent("spec", found.spec));
}

/** Lists whose order has no meaning. */
const sets = ["enum", "required", "shortNames", "categories"];

/** Returns a part of a CRD with what a cluster treats in the same way written in the same way. */
function equivalent(key: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => equivalent("", item));
    // The order of versions has no meaning.
    if (key === "versions") return Object.fromEntries(items.map((item) => [(item as { name: string }).name, item]));
    return sets.includes(key) ? items.sort() : items;
  }
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, equivalent(name, item)]));
  return value;
}

function differences(path: string, wanted: unknown, found: unknown): readonly string[] {
  if (Array.isArray(wanted) && Array.isArray(found) && wanted.length === found.length)
    return wanted.flatMap((item, index) => differences(`${path}[${index}]`, item, found[index]));
  if (isObject(wanted) && isObject(found)) {
    const keys = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].sort();
    return keys.flatMap((key) => differences(`${path}.${key}`, wanted[key], found[key]));
  }
  return JSON.stringify(wanted) === JSON.stringify(found) ? [] : [`${path}: ${shown(wanted)} became ${shown(found)}`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value).slice(0, 100);
}
