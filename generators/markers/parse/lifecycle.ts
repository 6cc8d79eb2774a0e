import type { Parsed } from "../../../engine/markers/define-marker.js";
import type { Marker } from "../../../engine/markers/marker.js";

/** The kind that replaces a deprecated kind. */
export interface Replacement {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Parses a release such as `1.30`. Leading zeros are removed. */
export function parseRelease({ value = "" }: Marker): Parsed<string> {
  return /^\d+\.\d+$/.test(value)
    ? { value: value.split(".").map(Number).join(".") }
    : { fault: "needs a release, such as 1.30" };
}

/**
 * Parses the replacement of a kind: `group,version,Kind`. As in Go, group and version must be in
 * lower case, and the kind must not begin with a lower-case letter.
 */
export function parseReplacement({ value = "" }: Marker): Parsed<Replacement> {
  const [, group, version, kind] = /^([^,]*),(v[^,]*),([^,]+)$/.exec(value) ?? [];
  const isSmall = (text: string): boolean => text === text.toLowerCase();
  if (group === undefined || version === undefined || kind === undefined || /^[a-z]/.test(kind))
    return { fault: "needs group,version,Kind, such as apps,v1,Deployment" };
  return isSmall(group) && isSmall(version)
    ? { value: { group, version, kind } }
    : { fault: "needs the group and the version in lower case, such as apps,v1,Deployment" };
}
