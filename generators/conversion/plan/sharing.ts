import type { Field, ObjectShape, Type, TypeDeclaration } from "../../../engine/model/universe.js";
import { handWrittenBases } from "../discovery/bases.js";
import { findHandWritten } from "../discovery/hand-written.js";
import { fieldsOf } from "./links.js";
import { functionMode, optedOut, renameMarker } from "../markers.js";
import type { Setup } from "../target.js";
import { pairKey, typeKey } from "../types.js";
import type { World } from "../context.js";

/**
 * Whether a value of one type may be used as one of the other: names and types are the same at
 * every level, and no person's function sits anywhere below, copy-only ones aside.
 */
export type Identical = (from: Type, to: Type) => boolean;

/** Two declared types that stand opposite each other, and what is known of them. */
interface Node {
  readonly parents: Node[];
  differs: boolean;
}

/**
 * Judges pairs of declared types once each. Types may refer to each other in circles, so a pair is
 * the same unless a difference is found somewhere below: differences travel from where they are to
 * everything above.
 */
export function sharing(world: World, setup: Setup): Identical {
  const { types } = world;
  const nodes = new Map<TypeDeclaration, Map<TypeDeclaration, Node>>();

  /**
   * Compares down to the next declared types, which are handed on. False where it differs before
   * that.
   */
  const compare = (
    from: Type,
    to: Type,
    nested: (from: TypeDeclaration, to: TypeDeclaration) => void,
    open: readonly string[] = [],
  ): boolean => {
    let inside = open;
    const a = types.unwrap(from);
    const b = types.unwrap(to);
    if (from.kind === "ref" && types.chain(from).length > 1) {
      const pair = pairKey(from, to);
      // An alias that holds itself in a list or map is the same as another one unless a difference
      // is found.
      if (open.includes(pair)) return true;
      inside = [...open, pair];
    }
    if (isBlocked(world, setup, from, to)) return false;
    if (a.kind === "ref" && b.kind === "ref") {
      if (a.to !== b.to) nested(types.declaration(a.to), types.declaration(b.to));
      return true;
    }
    if (a.kind === "list" && b.kind === "list") return compare(a.element, b.element, nested, inside);
    if (a.kind === "map" && b.kind === "map") return compare(a.value, b.value, nested, inside);
    if (a.kind === "tuple" && b.kind === "tuple") {
      return (
        a.elements.length === b.elements.length &&
        a.elements.every((element, index) => compare(element, b.elements[index] ?? element, nested, inside))
      );
    }
    return typeKey(a) === typeKey(b);
  };

  const compareDeclared = (
    from: TypeDeclaration,
    to: TypeDeclaration,
    nested: (from: TypeDeclaration, to: TypeDeclaration) => void,
  ): boolean => {
    const [a, b] = [from.shape, to.shape];
    if (optedOut(from) || optedOut(to)) return false;
    if (a.kind === "object" && b.kind === "object") {
      return handWrittenBases(world, setup, a, b).length === 0 && compareFields(a, b, (x, y) => compare(x, y, nested));
    }
    if (a.kind === "union" && b.kind === "union") {
      return (
        a.discriminator === b.discriminator &&
        a.members.length === b.members.length &&
        a.members.every(({ value, type }) => {
          const peer = b.members.find((member) => member.value === value);
          return peer !== undefined && compare({ kind: "ref", to: type }, { kind: "ref", to: peer.type }, nested);
        })
      );
    }
    return false;
  };

  const visit = (from: TypeDeclaration, to: TypeDeclaration): Node => {
    const opposite = nodes.get(from) ?? new Map<TypeDeclaration, Node>();
    const known = opposite.get(to);
    if (known !== undefined) return known;
    const node: Node = { parents: [], differs: false };
    nodes.set(from, opposite.set(to, node));
    const below = (a: TypeDeclaration, b: TypeDeclaration): void => {
      const child = visit(a, b);
      if (child.differs) markDifferent(node);
      else child.parents.push(node);
    };
    if (!compareDeclared(from, to, below)) markDifferent(node);
    return node;
  };

  return (from, to) => {
    const found: Node[] = [];
    const same = compare(from, to, (a, b) => found.push(visit(a, b)));
    return same && found.every(({ differs }) => !differs);
  };
}

function markDifferent(node: Node): void {
  if (node.differs) return;
  node.differs = true;
  for (const parent of node.parents) markDifferent(parent);
}

function isBlocked(world: World, setup: Setup, from: Type, to: Type): boolean {
  return findHandWritten(world, setup, from, to, (fn) => functionMode(fn) !== "copy-only") !== undefined;
}

/** Kinds are never the same as another version's: their apiVersion is not. */
function compareFields(from: ObjectShape, to: ObjectShape, compare: Identical): boolean {
  if (from.typeMeta !== undefined || to.typeMeta !== undefined || from.fields.length !== to.fields.length) return false;
  const peers = fieldsOf(to);
  return from.fields.every((field) => {
    const peer = peers.get(field.name);
    return (
      peer !== undefined &&
      peer.optional === field.optional &&
      !isMarked(field) &&
      !isMarked(peer) &&
      compare(field.type, peer.type)
    );
  });
}

function isMarked(field: Field): boolean {
  return optedOut(field) || renameMarker(field) !== undefined;
}
