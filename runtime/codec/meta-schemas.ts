import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { parseGroupVersion, withKind } from "../meta/group-version.js";
import * as meta from "../meta/v1/zz_generated.schema.js";
import type { TypeSchema } from "../schema/schema.js";
import { MissingKindError, MissingVersionError } from "../scheme/errors.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { jsonText } from "../json/values.js";

/** Schemas of the kinds of meta/v1. They are available in every scheme. */
const metaSchemas = new Map<string, TypeSchema>(
  (Object.values(meta) as readonly TypeSchema[]).flatMap((schema) =>
    schema.gvk === undefined ? [] : [[schema.gvk.kind, schema]],
  ),
).set("WatchEvent", meta.WatchEventSchema);

/**
 * Returns the schema of a kind that is registered in a scheme, or that belongs to meta/v1.
 * @throws NotRegisteredError for any other kind
 */
export function schemaInScheme(scheme: Scheme, gvk: GroupVersionKind): TypeSchema {
  const known = metaSchemas.get(gvk.kind);
  return known !== undefined && !scheme.recognizes(gvk) && hasMetaKinds(scheme, gvk) ? known : scheme.schemaFor(gvk);
}

/**
 * Returns group, version and kind of an object, before the object is encoded.
 * @throws MissingKindError, MissingVersionError for an object without kind or apiVersion
 */
export function kindOfObject(object: RuntimeObject): GroupVersionKind {
  const { apiVersion = "", kind = "" } = object as Partial<RuntimeObject>;
  if (kind === "") throw new MissingKindError(jsonText(object));
  if (apiVersion === "") throw new MissingVersionError(jsonText(object));
  return withKind(parseGroupVersion(apiVersion), kind);
}

/**
 * Reports whether kinds of meta/v1 can have this group and version: `v1`, `meta.k8s.io/v1`,
 * `meta.k8s.io/v1beta1`, or a version that is registered in the scheme.
 */
function hasMetaKinds(scheme: Scheme, { group, version }: GroupVersionKind): boolean {
  const isMeta = (version === "v1" && group === "") || (group === "meta.k8s.io" && /^v1(beta1)?$/.test(version));
  return isMeta || scheme.isVersionRegistered({ group, version });
}
