import { deserializePathElement } from "./deserialize-path-element.js";
import type { PathElement } from "./path-element.js";
import { serializePathElement } from "./serialize-path-element.js";
import { entryKey } from "./set-node.js";

/** The path element that a string of FieldsV1 means. */
export interface KnownElement {
  readonly element: PathElement;
  /** The key of the element's entry in a node. */
  readonly key: string;
  /** Whether `serializePathElement` returns the same string. */
  readonly isCanonical: boolean;
}

const maxElements = 4096;
const maxLength = 256;
const elements = new Map<string, KnownElement>();

/**
 * Returns what `deserializePathElement` returns. Remembers some elements, because all objects of a
 * kind have the same fields.
 *
 * @throws Error with Go's message if the text means no path element
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
