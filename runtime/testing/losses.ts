import { setOwn, isBranch } from "../json/values.js";
import { firstDifference } from "./difference.js";

/**
 * Paths of fields that a round trip through a version loses, as `codegen lossy` prints them:
 * `spec.volumes[].size`.
 * - `[]` is every item of a list, `{}` every value of a map, and `["a.b"]` a name with dots.
 * - `spec.mode?` means that only the absence is lost: an absent field has its zero value after the
 *   round trip.
 * - `spec.child as spec`, for types that contain themselves, means that all losses of `spec` also
 *   occur below `spec.child`.
 */
export type LossyPaths = readonly string[];

interface Node {
  readonly children: Map<string, Node>;
  /**
   * The path as it is written in `LossyPaths`, if the whole value at this node is lost; otherwise
   * undefined.
   */
  path?: string;
  /** True if a field that is absent before the round trip may have its zero value afterwards. */
  filled?: boolean;
}

interface Pair {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Removes fields that are listed as lost from objects, so that the rest can be compared. Also finds
 * listed fields that were never lost.
 */
export class Losses {
  readonly #root: Node = { children: new Map() };
  readonly #kept = new Map<string, number>();
  readonly #lost = new Set<string>();

  constructor(paths: LossyPaths) {
    const repeats: [string, string][] = [];
    for (const path of paths) {
      const [at = "", as] = path.split(" as ");
      if (as === undefined && at.endsWith("?")) this.#node(at.slice(0, -1)).filled = true;
      else if (as === undefined) this.#node(at).path = at;
      else repeats.push([at, as]);
    }
    for (const [at, as] of repeats) {
      const steps = segments(at);
      const last = steps.pop();
      const target = this.#node(as);
      if (last !== undefined) this.#follow(steps).children.set(last, target);
    }
  }

  /**
   * Returns the object before and the object after a round trip, both without the listed fields.
   */
  strip(before: unknown, after: unknown): Pair {
    if (this.#root.children.size === 0) return { before, after };
    const came = new Map<string, boolean>();
    const stripped = strip({ before, after }, this.#root, came);
    for (const [path, back] of came) {
      if (back) this.#kept.set(path, (this.#kept.get(path) ?? 0) + 1);
      else this.#lost.add(path);
    }
    return stripped;
  }

  /**
   * Returns the listed paths that had values, none of which was lost. `times` is the number of
   * round trips in which the path had a value.
   */
  neverLost(): readonly { readonly path: string; readonly times: number }[] {
    return [...this.#kept].filter(([path]) => !this.#lost.has(path)).map(([path, times]) => ({ path, times }));
  }

  #node(path: string): Node {
    return this.#follow(segments(path));
  }

  #follow(steps: readonly string[]): Node {
    let node = this.#root;
    for (const step of steps) {
      const next = node.children.get(step) ?? { children: new Map<string, Node>() };
      node.children.set(step, next);
      node = next;
    }
    return node;
  }
}

function segments(path: string): string[] {
  return [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[\]|\{\}|[^.[\]{}]+/g)].map(([text, quoted]) =>
    quoted === undefined ? text : (JSON.parse(`"${quoted}"`) as string),
  );
}

/**
 * Returns both values without lost fields. For each path of a lost field that has a value, sets in
 * `came` whether all its values were equal after the round trip.
 */
function strip({ before, after }: Pair, node: Node, came: Map<string, boolean>): Pair {
  if (node.children.size === 0 || !(isBranch(before) || isBranch(after))) return { before, after };
  const isList = Array.isArray(before) || Array.isArray(after);
  const every = node.children.get(isList ? "[]" : "{}");
  const [left, right] = [isBranch(before) ? before : {}, isBranch(after) ? after : {}];
  const out: { readonly before: [string, unknown][]; readonly after: [string, unknown][] } = { before: [], after: [] };
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const [was, is] = [Object.hasOwn(left, key), Object.hasOwn(right, key)];
    const below = (isList ? undefined : node.children.get(key)) ?? every ?? none;
    if (below.path !== undefined) {
      if (was)
        came.set(
          below.path,
          came.get(below.path) !== false && is && firstDifference(left[key], right[key]) === undefined,
        );
      continue;
    }
    const pair = strip({ before: left[key], after: right[key] }, below, came);
    if (was) out.before.push([key, pair.before]);
    if (is && (was || below.filled !== true)) out.after.push([key, pair.after]);
  }
  return {
    before: isBranch(before) ? made(before, out.before) : before,
    after: isBranch(after) ? made(after, out.after) : after,
  };
}

const none: Node = { children: new Map() };

function made(like: object, entries: readonly [string, unknown][]): unknown {
  if (Array.isArray(like)) return entries.map(([, value]) => value);
  const out: Record<string, unknown> = {};
  for (const [key, value] of entries) setOwn(out, key, value);
  return out;
}
