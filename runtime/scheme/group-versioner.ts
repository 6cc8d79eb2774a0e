import type { GroupVersion, GroupVersionKind } from "../group-version.js";
import { groupVersionString, sameGroupVersion, sameGroupVersionKind, withKind } from "../group-version-text.js";

/**
 * What to convert to: a version, or several of which the first that fits an object's group is
 * taken. Go's runtime.GroupVersioner.
 */
export type GroupVersioner = GroupVersion | readonly GroupVersion[];

/**
 * Which of an object's kinds a target means; undefined where none is of its group. Go's
 * KindForGroupVersionKinds.
 */
export function kindForGroupVersionKinds(
  target: GroupVersioner,
  kinds: readonly GroupVersionKind[],
): GroupVersionKind | undefined {
  if (!isList(target)) return inGroupVersion(target, kinds);
  const candidates: GroupVersionKind[] = [];
  for (const gv of target) {
    const candidate = inGroupVersion(gv, kinds);
    if (candidate !== undefined) candidates.push(candidate);
  }
  const exact = candidates.find((candidate) => kinds.some((kind) => sameGroupVersionKind(kind, candidate)));
  return exact ?? candidates[0];
}

/** As Go prints a target in messages. */
export function groupVersionerString(target: GroupVersioner): string {
  return isList(target) ? `[${target.map(groupVersionString).join(",")}]` : groupVersionString(target);
}

function inGroupVersion(gv: GroupVersion, kinds: readonly GroupVersionKind[]): GroupVersionKind | undefined {
  const exact = kinds.find((kind) => sameGroupVersion(kind, gv));
  if (exact !== undefined) return exact;
  const ofGroup = kinds.find((kind) => kind.group === gv.group);
  return ofGroup === undefined ? undefined : withKind(gv, ofGroup.kind);
}

function isList(target: GroupVersioner): target is readonly GroupVersion[] {
  return Array.isArray(target);
}
