import { deserializePathElement } from "./deserialize-path-element.js";
import type { PathElement } from "./path-element.js";
import { serializePathElement } from "./serialize-path-element.js";
import { entryKey } from "./set-node.js";

/** The path element of a FieldsV1 key, and values that are computed once from it. */
export interface KnownElement {
  readonly element: PathElement;
  /** The key of the element in `SetNode.entries`. */
  readonly key: string;
  /** True if `serializePathElement` returns the FieldsV1 key from which the element was read. */
  readonly isCanonical: boolean;
}

const maxElements = 4096;
const maxLength = 256;
const elements = new Map<string, KnownElement>();

/**
 * Returns the path element that a string represents, as `deserializePathElement` does. Caches some
 * elements, because all objects of a kind have the same fields.
 *
 * @throws Error with Go's message if the string is not a path element
 */
export function knownElement(text: string): KnownElement {
  const known = elements.get(text);
  if (known !== undefined) return known;
  const element = deserializePathElement(text);
  const read = { element, key: entryKey(element), isCanonical: serializePathElement(element) === text };
  if (text.length > maxLength) return read;
  if (elements.size >= maxElements) elements.clear();
  elements.set(text, read);
  return read;
}
