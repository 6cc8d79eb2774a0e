import { groupVersionString, type GroupVersionKind, type Lifecycle } from "@apimachinery/runtime";
import type { ScopeDeprecation } from "../endpoints/scope.js";
import type { NumberSeries, SeriesOf } from "../metrics/series.js";
import type { APIGroupInfo, Deprecation } from "./api-group.js";

/**
 * Returns the warning and the metrics of a deprecated kind; undefined for other kinds. A kind is
 * deprecated by the lifecycle markers of its type, or together with its version.
 */
export function deprecationOfKind(
  info: APIGroupInfo,
  kind: GroupVersionKind,
  resource: string,
  metrics: SeriesOf<NumberSeries>,
): ScopeDeprecation | undefined {
  const { group, version } = kind;
  const { lifecycle } = info.scheme.definitionFor(kind);
  const ofVersion = info.deprecatedVersions?.[version];
  if (lifecycle?.deprecated === undefined && ofVersion === undefined) return undefined;
  const removedRelease = ofVersion?.removedRelease ?? lifecycle?.removed ?? "";
  const requested = (subresource: string) => {
    metrics({ group, version, resource, subresource, removed_release: removedRelease }).value = 1;
  };
  return { warning: warningOf(kind, lifecycle, ofVersion), removedRelease, requested };
}

/**
 * Returns the warning for a deprecated version (Go: deprecation.WarningMessage). A string in the
 * definition of the group has precedence over the markers.
 */
function warningOf(kind: GroupVersionKind, lifecycle: Lifecycle = {}, ofVersion: Deprecation = {}): string {
  if (ofVersion.warning !== undefined) return ofVersion.warning;
  const { deprecated, replacement } = lifecycle;
  const removed = ofVersion.removedRelease ?? lifecycle.removed;
  return [
    `${groupVersionString(kind)} ${kind.kind} is deprecated`,
    ...(deprecated === undefined ? [] : [` in v${deprecated}+`]),
    ...(removed === undefined ? [] : [`, unavailable in v${removed}+`]),
    ...(replacement === undefined ? [] : [`; use ${groupVersionString(replacement)} ${replacement.kind}`]),
  ].join("");
}
