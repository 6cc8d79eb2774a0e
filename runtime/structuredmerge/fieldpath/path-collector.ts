import type { PathElement } from "./path-element.js";
import { emptyNode, entryKey, newNode, type SetNode } from "./set-node.js";

/**
 * Collects the paths that a walk through a value reports. Successive paths often begin with the
 * same elements, so the collector keeps the nodes of the last path.
 */
export class PathCollector {
  /** The elements of the path that was added last, without its last element. */
  readonly #elements: PathElement[] = [];
  /** The root and the nodes of `#elements`. Empty until the first path is added. */
  readonly #nodes: SetNode[] = [];

  /** The root of the collected paths. After this property was read, no path may be added. */
  get node(): SetNode {
    return this.#nodes[0] ?? emptyNode;
  }

  /**
   * Adds a path. The caller must not mutate the path's elements afterwards, but can mutate the
   * array.
   */
  add(path: readonly PathElement[]): void {
    const last = path.at(-1);
    // The empty path is the whole object, which no manager owns.
    if (last === undefined) return;
    const { entries } = this.#parentOf(path);
    const key = entryKey(last);
    const known = entries.get(key);
    if (known?.member !== true) entries.set(key, { element: last, member: true, child: known?.child });
  }

  #parentOf(path: readonly PathElement[]): SetNode {
    if (this.#nodes.length === 0) this.#nodes.push(newNode());
    let depth = 0;
    while (depth < path.length - 1 && depth < this.#elements.length && this.#elements[depth] === path[depth]) depth++;
    this.#elements.length = depth;
    this.#nodes.length = depth + 1;
    let node = this.#nodes[depth] as SetNode;
    for (; depth < path.length - 1; depth++) {
      const element = path[depth] as PathElement;
      node = childOf(node, element);
      this.#elements.push(element);
      this.#nodes.push(node);
    }
    return node;
  }
}

/** Returns the node below an element. Creates the node if it is missing. */
function childOf({ entries }: SetNode, element: PathElement): SetNode {
  const key = entryKey(element);
  const known = entries.get(key);
  if (known?.child !== undefined) return known.child;
  const child = newNode();
  entries.set(key, { element, member: known?.member === true, child });
  return child;
}
