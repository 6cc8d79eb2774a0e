import type { GroupVersionKind } from "@apimachinery/runtime";
import { FieldManager, ObjectTyper, type ManagedObject } from "@apimachinery/runtime/managedfields";
import type { APIGroupInfo } from "./api-group.js";

/** Returns the field manager of requests to a kind in one version. */
export function fieldManagerOf(info: APIGroupInfo, kind: GroupVersionKind, subresource: string): FieldManager {
  const { scheme } = info;
  const versions = scheme
    .versionsForGroupKind(kind)
    .map(({ version }) => version)
    .filter((version) => version in info.versions);
  const decoder = info.codecs.hubDecoder(kind.group);
  return new FieldManager({
    scheme,
    typer: new ObjectTyper(scheme, kind, versions),
    kind,
    subresource,
    decode: (value) => decoder.decodeValue(value).object as ManagedObject,
    now: () => `${new Date().toISOString().slice(0, 19)}Z`,
  });
}
