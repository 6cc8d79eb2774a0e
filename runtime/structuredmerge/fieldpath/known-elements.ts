import { deserializePathElement } from "./deserialize-path-element.js";
import type { PathElement } from "./path-element.js";
import { serializePathElement } from "./serialize-path-element.js";
import { entryKey } from "./set-node.js";

/** The path element that a key of FieldsV1 represents. */
export interface KnownElement {
  readonly element: PathElement;
  /** The key of the element in the entries of a node. */
  readonly key: string;
  /** True if `serializePathElement` returns the same string for the element. */
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
