import { setOwn, getOwn } from "../json/values.js";
import type { ObjectMeta } from "./v1/types.js";

/**
 * Returns metadata with changed annotations. An annotation whose new value is undefined is removed.
 * If no annotation remains, the property `annotations` is removed too, because an empty map is not
 * sent in JSON.
 * @returns `metadata` itself if nothing changes; `metadata` is never mutated
 */
export function withAnnotations(
  metadata: ObjectMeta,
  changes: { readonly [name: string]: string | undefined },
): ObjectMeta {
  const annotations = { ...metadata.annotations };
  let isChanged = false;
  for (const [name, text] of Object.entries(changes)) {
    if (getOwn(annotations, name) === text) continue;
    isChanged = true;
    if (text === undefined) Reflect.deleteProperty(annotations, name);
    else setOwn(annotations, name, text);
  }
  if (!isChanged) return metadata;
  if (Object.keys(annotations).length > 0) return { ...metadata, annotations };
  const out = { ...metadata };
  delete out.annotations;
  return out;
}
