import type { GroupVersionKind } from "../group-version.js";
import * as meta from "../meta/v1/zz_generated.schema.js";
import type { TypeSchema } from "../schema.js";
import type { Scheme } from "../scheme/scheme.js";

/** Schemas of the kinds of meta/v1, which every scheme knows. */
const metaSchemas = new Map<string, TypeSchema>(
  (Object.values(meta) as readonly TypeSchema[]).flatMap((schema) =>
    schema.gvk === undefined ? [] : [[schema.gvk.kind, schema]],
  ),
).set("WatchEvent", meta.WatchEventSchema);

/**
 * Returns the schema of a kind of a scheme or of meta/v1.
 * @throws NotRegisteredError for another kind
 */
export function schemaInScheme(scheme: Scheme, gvk: GroupVersionKind): TypeSchema {
  const known = metaSchemas.get(gvk.kind);
  return known !== undefined && !scheme.recognizes(gvk) && hasMetaKinds(scheme, gvk) ? known : scheme.schemaFor(gvk);
}

/**
 * Reports whether a version has the kinds of meta/v1: their own versions, and each version of the
 * scheme.
 */
export function hasMetaKinds(scheme: Scheme, { group, version }: GroupVersionKind): boolean {
  const isMeta = (version === "v1" && group === "") || (group === "meta.k8s.io" && /^v1(beta1)?$/.test(version));
  return isMeta || scheme.isVersionRegistered({ group, version });
}
