import { oncePerText } from "../../util/once-per.js";
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

/**
 * Returns the path element that a string represents, as `deserializePathElement` does. Caches the
 * elements, because all objects of a kind have the same fields.
 *
 * @throws Error with Go's message if the string is not a path element
 */
export const knownElement = oncePerText(4096, readElement, 256);

function readElement(text: string): KnownElement {
  const element = deserializePathElement(text);
  return { element, key: entryKey(element), isCanonical: serializePathElement(element) === text };
}
