import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { orderStrings } from "../../engine/base/problem.js";
import { hasTypeMeta } from "../kinds/registered.js";
import type { ConversionTarget } from "../pairs/target.js";
import type { ConversionContext } from "../pairs/context.js";
import type { OwnLoss, PairLosses } from "./pair-losses.js";

/**
 * Round trips of a kind through one version: one that begins at the hub, and one that begins at the
 * version.
 */
export interface RoundTrip extends RoundTripLosses {
  readonly kind: string;
  /** The kind's type in the hub. `type` is the kind's type in the version. */
  readonly hub: TypeDeclaration;
  readonly type: TypeDeclaration;
  readonly version: Package;
  /** Losses of the round trip that begins at the version's type. */
  readonly fromVersion: RoundTripLosses;
}

export interface RoundTripLosses {
  /**
   * Fields that do not survive the round trip unchanged, in the order of the fields. Their paths
   * refer to the type at which the round trip begins. `[]` is a list item, `{}` is a map value.
   */
  readonly losses: readonly OwnLoss[];
  /**
   * Types that occur again at another path and are not listed again there, because they contain
   * themselves or because there are too many paths. The fields that are lost below the path `as`
   * are also lost below `path`.
   */
  readonly repeats: readonly { readonly path: string; readonly as: string }[];
}

/** Returns the losses of a round trip from one type to its peer and back. */
export type LossesOf = (from: TypeDeclaration, to: TypeDeclaration) => PairLosses;

/**
 * Returns the round trips of all kinds of a version that have a peer, sorted by name. Lists of
 * kinds are included.
 */
export function roundTripsOf(
  context: ConversionContext,
  target: ConversionTarget,
  lossesOf: LossesOf,
): readonly RoundTrip[] {
  const nodes = createNodes(context, lossesOf);
  const lossesBetween = (from: TypeDeclaration, to: TypeDeclaration): RoundTripLosses => {
    const root = nodes(from, to);
    const expansion = new Expansion();
    expansion.add(root, "", undefined);
    const { losses, repeats } = expansion;
    return { losses, repeats: losses.length === 0 ? [] : repeats };
  };
  const fromHub = (context.directions.get(target) ?? []).filter(({ toHub, to }) => !toHub && hasTypeMeta(to));
  return fromHub
    .map(({ from: hub, to: type }): RoundTrip => ({
      kind: type.name,
      hub,
      type,
      version: target.types,
      ...lossesBetween(hub, type),
      fromVersion: lossesBetween(type, hub),
    }))
    .sort((a, b) => orderStrings(a.kind, b.kind));
}

/** A pair of types, with the pairs that it contains. */
interface Node {
  readonly losses: PairLosses;
  readonly below: { readonly path: string; readonly node: Node }[];
  readonly above: Node[];
  /**
   * Name of the annotation that stores the losses of the pair and of the pairs inside it; undefined
   * if nothing stores them.
   */
  readonly annotation: string | undefined;
  /** True if the pair, or a pair inside it, has losses. */
  lossy: boolean;
}

/**
 * Returns a function that returns the node of a pair of types. Its first call for a pair creates
 * the node and the nodes inside it.
 */
function createNodes(
  context: ConversionContext,
  lossesOf: LossesOf,
): (from: TypeDeclaration, to: TypeDeclaration) => Node {
  const nodes = new Map<TypeDeclaration, Map<TypeDeclaration, Node>>();
  const nodeOf = (from: TypeDeclaration, to: TypeDeclaration): Node => {
    const opposite = nodes.get(from) ?? new Map<TypeDeclaration, Node>();
    const known = opposite.get(to);
    if (known !== undefined) return known;
    const losses = lossesOf(from, to);
    // Only objects of versions have the annotation. If `to` is a type of the hub, `annotationOf`
    // returns undefined.
    const node: Node = {
      losses,
      below: [],
      above: [],
      annotation: context.preservation.annotationOf(to),
      lossy: false,
    };
    nodes.set(from, opposite.set(to, node));
    if (losses.own.length > 0) markLossy(node);
    for (const pair of losses.nested) {
      const child = nodeOf(pair.hub, pair.version);
      node.below.push({ path: pair.path, node: child });
      child.above.push(node);
      if (child.lossy) markLossy(node);
    }
    return node;
  };
  return nodeOf;
}

/** Marks a pair, and the pairs that contain it, as pairs with losses. */
function markLossy(node: Node): void {
  if (node.lossy) return;
  node.lossy = true;
  node.above.forEach(markLossy);
}

/**
 * Maximum number of paths that are expanded, because the number of paths can be exponential. After
 * the maximum, a pair that was already expanded refers to its first path.
 */
const maxPaths = 2000;

/**
 * Collects the fields that a conversion between two types loses, with their paths: those of the two
 * types, and those of all types nested in them.
 */
class Expansion {
  readonly losses: OwnLoss[] = [];
  readonly repeats: { path: string; as: string }[] = [];
  /** Paths of the pairs that contain the current pair. */
  readonly #open = new Map<Node, string>();
  /** First path of each completely expanded pair, by the annotation that stores its losses. */
  readonly #done = new Map<string | undefined, Map<Node, string>>();
  #paths = 0;

  /**
   * Adds the losses of a node and of the nodes inside it.
   * @param outer annotation of an enclosing pair that stores the losses; undefined if none does
   */
  add(node: Node, path: string, outer: string | undefined): void {
    const annotation = outer ?? node.annotation;
    const done = this.#done.get(annotation) ?? new Map<Node, string>();
    this.#done.set(annotation, done);
    const as = this.#open.get(node) ?? (this.#paths >= maxPaths ? done.get(node) : undefined);
    if (as !== undefined) {
      if (as !== path) this.repeats.push({ path, as });
      return;
    }
    this.#paths++;
    this.#open.set(node, path);
    this.losses.push(...node.losses.own.map((loss) => kept({ ...loss, path: join(path, loss.path) }, annotation)));
    for (const child of node.below) if (child.node.lossy) this.add(child.node, join(path, child.path), annotation);
    this.#open.delete(node);
    if (!done.has(node)) done.set(node, path);
  }
}

function kept(loss: OwnLoss, annotation: string | undefined): OwnLoss {
  if (annotation === undefined || loss.certainty === "invalid") return loss;
  return { ...loss, certainty: "kept", because: `${loss.because}; the annotation ${annotation} preserves the value` };
}

function join(path: string, below: string): string {
  if (path === "" || below === "") return path + below;
  return below.startsWith("[") ? path + below : `${path}.${below}`;
}
