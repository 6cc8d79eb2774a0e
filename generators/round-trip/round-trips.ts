import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { compareText } from "../../engine/problem.js";
import type { Setup } from "../conversion/target.js";
import type { World } from "../conversion/context.js";
import type { OwnLoss, PairLosses } from "./pair-losses.js";

/**
 * A kind's trips between the hub and one version: from the hub into the version and back, and from
 * the version.
 */
export interface Trip extends TripLosses {
  readonly kind: string;
  /** The hub's type and the version's. */
  readonly hub: TypeDeclaration;
  readonly type: TypeDeclaration;
  readonly version: Package;
  /** What an object of the version loses on its trip into the hub and back. */
  readonly fromVersion: TripLosses;
}

export interface TripLosses {
  /**
   * By field path of the type that the trip begins with, in the order of the types; lists are `[]`,
   * maps `{}`.
   */
  readonly losses: readonly OwnLoss[];
  /**
   * Types that hold themselves: below the first path everything is lost again that is lost below
   * the second.
   */
  readonly repeats: readonly { readonly path: string; readonly as: string }[];
}

/** What a type loses on a trip to its peer and back. */
export type LossesOf = (from: TypeDeclaration, to: TypeDeclaration) => PairLosses;

/**
 * The trips of all kinds of a version that have a peer, by name. Lists of kinds are among them:
 * what their items lose, they lose.
 */
export function tripsOf(world: World, setup: Setup, lossesOf: LossesOf): readonly Trip[] {
  const nodes = createNodes(world, lossesOf);
  const lossesBetween = (from: TypeDeclaration, to: TypeDeclaration): TripLosses => {
    const root = nodes(from, to);
    markLossy(root);
    const losses: OwnLoss[] = [];
    const repeats: { path: string; as: string }[] = [];
    expand(root, "", { open: [], annotation: undefined }, losses, repeats);
    return { losses, repeats };
  };
  const inward = (world.directions.get(setup) ?? []).filter(({ outward, to }) => !outward && isKind(to));
  return inward
    .map(({ from: hub, to: type }): Trip => ({
      kind: type.name,
      hub,
      type,
      version: setup.types,
      ...lossesBetween(hub, type),
      fromVersion: lossesBetween(type, hub),
    }))
    .sort((a, b) => compareText(a.kind, b.kind));
}

function isKind({ shape }: TypeDeclaration): boolean {
  return shape.kind === "object" && shape.typeMeta !== undefined;
}

/** A pair of types, with those below it. */
interface Node {
  readonly losses: PairLosses;
  readonly below: { readonly path: string; readonly node: Node }[];
  readonly above: Node[];
  /** The annotation that keeps everything. */
  readonly annotation: string | undefined;
  /** Whether anything is lost in it or below. */
  lossy: boolean;
}

/** Makes one for each pair that is asked for, and for those below it. */
function createNodes(world: World, lossesOf: LossesOf): (from: TypeDeclaration, to: TypeDeclaration) => Node {
  const nodes = new Map<TypeDeclaration, Map<TypeDeclaration, Node>>();
  const nodeOf = (from: TypeDeclaration, to: TypeDeclaration): Node => {
    const opposite = nodes.get(from) ?? new Map<TypeDeclaration, Node>();
    const known = opposite.get(to);
    if (known !== undefined) return known;
    const losses = lossesOf(from, to);
    // A hub keeps nothing in annotations.
    const node: Node = {
      losses,
      below: [],
      above: [],
      annotation: world.preservation.annotationOf(to),
      lossy: losses.own.length > 0,
    };
    nodes.set(from, opposite.set(to, node));
    for (const pair of losses.below) {
      const child = nodeOf(pair.hub, pair.version);
      node.below.push({ path: pair.path, node: child });
      child.above.push(node);
    }
    return node;
  };
  return nodeOf;
}

function markLossy(root: Node): void {
  const seen = new Set<Node>();
  const up = (node: Node): void => {
    for (const above of node.above) {
      if (above.lossy) continue;
      above.lossy = true;
      up(above);
    }
  };
  const down = (node: Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const { node: child } of node.below) down(child);
    if (node.lossy) up(node);
  };
  down(root);
}

/**
 * The way to a type: the types that it stands in, and the annotation of one that keeps everything.
 */
interface Way {
  readonly open: readonly { readonly node: Node; readonly path: string }[];
  readonly annotation: string | undefined;
}

function expand(node: Node, path: string, way: Way, losses: OwnLoss[], repeats: { path: string; as: string }[]): void {
  const outer = way.open.find((above) => above.node === node);
  if (outer !== undefined) {
    if (outer.path !== path) repeats.push({ path, as: outer.path });
    return;
  }
  const annotation = way.annotation ?? node.annotation;
  const inside: Way = { open: [...way.open, { node, path }], annotation };
  losses.push(...node.losses.own.map((loss) => kept({ ...loss, path: join(path, loss.path) }, annotation)));
  for (const child of node.below)
    if (child.node.lossy) expand(child.node, join(path, child.path), inside, losses, repeats);
}

function kept(loss: OwnLoss, annotation: string | undefined): OwnLoss {
  if (annotation === undefined || loss.certainty === "invalid") return loss;
  return { ...loss, certainty: "kept", because: `${loss.because}; the annotation ${annotation} keeps it` };
}

function join(path: string, below: string): string {
  if (path === "" || below === "") return path + below;
  return below.startsWith("[") ? path + below : `${path}.${below}`;
}
