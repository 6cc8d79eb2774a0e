import { isReadonlyList } from "../json/values.js";
import type { GroupVersion, GroupVersionKind } from "../meta/v1/group-version.js";
import { groupVersionString, sameGroupVersion, sameGroupVersionKind, withKind } from "../meta/group-version.js";

/**
 * Target of a conversion: a version or a list of versions. The object is converted to the first
 * version in the list in which its type is registered, or else to the first version in the list
 * that is in the object's group (Go: runtime.GroupVersioner).
 */
export type GroupVersioner = GroupVersion | readonly GroupVersion[];

/**
 * Selects the kind to which an object is converted: the kind in the target version if the object's
 * type is registered there, otherwise the kind of the same group with the target version. Returns
 * undefined if the type has no kind in a group of the target (Go: KindForGroupVersionKinds).
 * @param kinds kinds under which the type of the object is registered
 */
export function kindForGroupVersionKinds(
  target: GroupVersioner,
  kinds: readonly GroupVersionKind[],
): GroupVersionKind | undefined {
  if (!isReadonlyList(target)) return inGroupVersion(target, kinds);
  const candidates: GroupVersionKind[] = [];
  for (const gv of target) {
    const candidate = inGroupVersion(gv, kinds);
    if (candidate !== undefined) candidates.push(candidate);
  }
  const exact = candidates.find((candidate) => kinds.some((kind) => sameGroupVersionKind(kind, candidate)));
  return exact ?? candidates[0];
}

/** Returns a conversion target in the form in which Go prints it in messages. */
export function groupVersionerString(target: GroupVersioner): string {
  return isReadonlyList(target) ? `[${target.map(groupVersionString).join(",")}]` : groupVersionString(target);
}

function inGroupVersion(gv: GroupVersion, kinds: readonly GroupVersionKind[]): GroupVersionKind | undefined {
  const exact = kinds.find((kind) => sameGroupVersion(kind, gv));
  if (exact !== undefined) return exact;
  const ofGroup = kinds.find((kind) => kind.group === gv.group);
  return ofGroup === undefined ? undefined : withKind(gv, ofGroup.kind);
}
