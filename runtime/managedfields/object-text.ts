import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { groupVersionKindString, parseGroupVersion, withKind } from "../meta/group-version.js";
import type { JSONObject } from "../values/types.js";
import { getOwn, isBranch, isObject } from "../json/values.js";

/** Returns the group, version and kind of an object. All are empty if the apiVersion is invalid. */
export function groupVersionKindOf(object: object): GroupVersionKind {
  try {
    return withKind(parseGroupVersion(stringProperty(object, "apiVersion")), stringProperty(object, "kind"));
  } catch {
    return { group: "", version: "", kind: "" };
  }
}

/** Returns an object as Go's errors identify it: `namespace/name; group/version, Kind=K`. */
export function objectText(object: object): string {
  const metadata = property(object, "metadata");
  const name = isBranch(metadata)
    ? `${stringProperty(metadata, "namespace")}/${stringProperty(metadata, "name")}`
    : "/";
  return `${name}; ${groupVersionKindString(groupVersionKindOf(object))}`;
}

/** Returns a property if its value is a string; otherwise returns an empty string. */
export function stringProperty(object: object, name: string): string {
  const value = property(object, name);
  return typeof value === "string" ? value : "";
}

function property(object: object, name: string): unknown {
  return getOwn(object as Readonly<Record<string, unknown>>, name);
}

/**
 * Reports whether a configuration contains managedFields. If the value is not a list of objects,
 * returns false, because a later check of the type refuses the configuration.
 */
export function hasManagers(config: JSONObject): boolean {
  const metadata = getOwn(config, "metadata");
  const managers = isBranch(metadata) ? getOwn(metadata, "managedFields") : undefined;
  return Array.isArray(managers) && managers.every(isObject);
}
