import type { GroupVersionKind } from "@apimachinery/runtime";
import { FieldManager, ObjectTyper } from "@apimachinery/runtime/managedfields";
import type { APIGroupInfo } from "./api-group.js";

/** Returns the field manager of requests to a kind in one version. */
export function fieldManagerOf(info: APIGroupInfo, kind: GroupVersionKind, subresource: string): FieldManager {
  const { scheme } = info;
  const versions = scheme
    .versionsForGroupKind(kind)
    .map(({ version }) => version)
    .filter((version) => version in info.versions);
  return new FieldManager({
    scheme,
    typer: new ObjectTyper(scheme, kind, versions),
    kind,
    subresource,
    now: () => `${new Date().toISOString().slice(0, 19)}Z`,
  });
}
