import { withKind, type GroupKind, type GroupVersionKind, type Scheme } from "@apimachinery/runtime";

/**
 * Returns a kind in the version in which the server handles its objects (`Scheme.hubVersion`).
 * @throws Error for a kind that is not registered
 */
export function hubKind(scheme: Scheme, { group, kind }: GroupKind): GroupVersionKind {
  const hub = scheme.hubVersion({ group, kind });
  if (hub === undefined) throw new Error(`no version of ${group} has the kind ${kind}`);
  return withKind(hub, kind);
}
