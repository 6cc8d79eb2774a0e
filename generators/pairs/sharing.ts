import type { Field, ObjectShape, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { handWrittenBases, findConversionFunction } from "./discovery/hand-written.js";
import { fieldsByName } from "./links.js";
import { conversionFn, optedOut, rename } from "../markers/conversion.js";
import type { ConversionTarget } from "./target.js";
import { innerPairs, pairKey, typeKey } from "./types.js";
import type { ConversionContext } from "./context.js";
import { keepsUnknown, losesUnknown } from "../type-schemas/unknown-fields.js";

/**
 * Reports whether a value of the first type can be used unchanged as a value of the second type. At
 * every level, the fields must have the same names and types, both types must agree on which fields
 * are optional or nullable, no type may be a kind, and no hand-written function may exist for a
 * type, except functions marked `copy-only`. No marker may rename a field, or exclude a type or
 * field from conversion. If the first type keeps unknown fields, the second must keep them, too.
 */
export type Identical = (from: Type, to: Type) => boolean;

/**
 * Comparison of two declared types. `parents` are the comparisons of the pairs that contain this
 * pair.
 */
interface Node {
  readonly parents: Node[];
  differs: boolean;
}

/**
 * Returns a function that compares two types. Each pair of declared types is compared only once.
 * Types can refer to each other in cycles, so two types are considered identical until a difference
 * is found. A difference in a pair also makes all pairs that contain it different.
 */
export function sharing(context: ConversionContext, target: ConversionTarget): Identical {
  const comparison = new Comparison(context, target);
  return (from, to) => comparison.areIdentical(from, to);
}

/** Callback for each pair of declared types inside two compared types. */
type OnNested = (from: TypeDeclaration, to: TypeDeclaration) => void;

class Comparison {
  readonly #context: ConversionContext;
  readonly #target: ConversionTarget;
  readonly #nodes = new Map<TypeDeclaration, Map<TypeDeclaration, Node>>();

  constructor(context: ConversionContext, target: ConversionTarget) {
    this.#context = context;
    this.#target = target;
  }

  areIdentical(from: Type, to: Type): boolean {
    const found: Node[] = [];
    const same = this.#compare(from, to, (a, b) => found.push(this.#nodeOf(a, b)));
    return same && found.every(({ differs }) => !differs);
  }

  /** Returns the node for a pair of declared types. Compares the types first if the pair is new. */
  #nodeOf(from: TypeDeclaration, to: TypeDeclaration): Node {
    const opposite = this.#nodes.get(from) ?? new Map<TypeDeclaration, Node>();
    const known = opposite.get(to);
    if (known !== undefined) return known;
    const node: Node = { parents: [], differs: false };
    this.#nodes.set(from, opposite.set(to, node));
    const same = this.#compareDeclared(from, to, (a, b) => {
      const child = this.#nodeOf(a, b);
      if (child.differs) markDifferent(node);
      else child.parents.push(node);
    });
    if (!same) markDifferent(node);
    return node;
  }

  /**
   * Compares two types, and calls `nested` for each pair of declared types inside them. Returns
   * false if the types differ outside the nested pairs.
   * @param open pairs of aliases that contain the two types
   */
  #compare(from: Type, to: Type, nested: OnNested, open: readonly string[] = []): boolean {
    const { types } = this.#context;
    let inside = open;
    const a = types.unwrap(from);
    const b = types.unwrap(to);
    if (from.kind === "ref" && types.chain(from).length > 1) {
      const pair = pairKey(from, to);
      // This alias contains itself and is already being compared. That comparison finds any
      // difference.
      if (open.includes(pair)) return true;
      inside = [...open, pair];
    }
    if (isBlocked(this.#context, this.#target, from, to)) return false;
    if (a.kind === "ref" && b.kind === "ref") {
      if (a.to !== b.to) nested(types.declaration(a.to), types.declaration(b.to));
      return true;
    }
    const inner = innerPairs(a, b);
    if (inner === undefined) return typeKey(a) === typeKey(b);
    return inner.every(([x, y]) => this.#compare(x, y, nested, inside));
  }

  /** Compares two declared types in the same way as `#compare`. */
  #compareDeclared(from: TypeDeclaration, to: TypeDeclaration, nested: OnNested): boolean {
    const [a, b] = [from.shape, to.shape];
    if (optedOut(from) || optedOut(to)) return false;
    const { universe } = this.#context;
    if (keepsUnknown(universe, from) && !keepsUnknown(universe, to)) return false;
    if (a.kind === "object" && b.kind === "object") {
      return (
        handWrittenBases(this.#context, this.#target, a, b).length === 0 &&
        compareFields(universe, a, b, (x, y) => this.#compare(x, y, nested))
      );
    }
    if (a.kind === "union" && b.kind === "union") {
      return (
        a.discriminator === b.discriminator &&
        a.members.length === b.members.length &&
        a.members.every(({ value, type }) => {
          const peer = b.members.find((member) => member.value === value);
          return peer !== undefined && this.#compare({ kind: "ref", to: type }, { kind: "ref", to: peer.type }, nested);
        })
      );
    }
    return false;
  }
}

function markDifferent(node: Node): void {
  if (node.differs) return;
  node.differs = true;
  for (const parent of node.parents) markDifferent(parent);
}

function isBlocked(context: ConversionContext, target: ConversionTarget, from: Type, to: Type): boolean {
  return findConversionFunction(context, target, from, to, (fn) => conversionFn.read(fn) !== "copy-only") !== undefined;
}

/**
 * Reports whether two object types have the same fields. Returns false if a marker renames or
 * excludes a field, or if a field keeps unknown fields only in the first type. Also returns false
 * if one of the types is a kind, because the apiVersions of kinds differ.
 */
function compareFields(universe: Universe, from: ObjectShape, to: ObjectShape, compare: Identical): boolean {
  if (from.typeMeta !== undefined || to.typeMeta !== undefined || from.fields.length !== to.fields.length) return false;
  const peers = fieldsByName(to);
  return from.fields.every((field) => {
    const peer = peers.get(field.name);
    return (
      peer !== undefined &&
      peer.optional === field.optional &&
      peer.nullable === field.nullable &&
      !isMarked(field) &&
      !isMarked(peer) &&
      !losesUnknown(universe, field, peer) &&
      compare(field.type, peer.type)
    );
  });
}

function isMarked(field: Field): boolean {
  return optedOut(field) || rename.has(field);
}
