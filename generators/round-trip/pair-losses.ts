import type {
  Field,
  FunctionDeclaration,
  ObjectShape,
  Shape,
  Type,
  TypeDeclaration,
} from "../../engine/model/universe.js";
import { fieldNames, handWrittenBases, mentions } from "../pairs/discovery/hand-written.js";
import { linkFields } from "../pairs/links.js";
import { optedOut } from "../markers/conversion.js";
import { referenceTo, typeKey } from "../pairs/types.js";
import { convertValue, type PlannedConversion, type ValueScope } from "../pairs/value.js";
import { keepsUnknown, losesUnknown } from "../type-schemas/unknown-fields.js";
import { absence, unknownMembers } from "./value-losses.js";

/** Reason why a round trip changes a field. */
export type Reason =
  | "no-peer"
  | "opted-out"
  | "dropped"
  | "types-differ"
  | "narrower-type"
  | "no-conversion"
  | "no-member"
  | "absence"
  | "unknown-fields"
  | "declared";

/**
 * Certainty of a loss. `lost`: the value is lost. `kept`: an annotation preserves the value.
 * `maybe`: a hand-written function converts the value. `invalid`: the value survives, but is not
 * valid in the version's type.
 */
export type Certainty = "lost" | "kept" | "maybe" | "invalid";

/** A field, or a value of a field, that does not survive a round trip. */
export interface OwnLoss {
  /** Path of the field within the type, such as `volumes[]`; `""` for the value itself. */
  readonly path: string;
  /** Label of the type that declares the field, for messages. */
  readonly type: string;
  readonly reason: Reason;
  readonly certainty: Certainty;
  /** Explanation for messages, without a full stop. */
  readonly because: string;
}

/** A pair of types inside another pair, with the path to it. */
export interface NestedPair {
  readonly path: string;
  readonly hub: TypeDeclaration;
  readonly version: TypeDeclaration;
}

export interface PairLosses {
  readonly own: readonly OwnLoss[];
  readonly nested: readonly NestedPair[];
}

/**
 * Returns the losses of a round trip from one type to its peer and back, for each field. Losses of
 * nested types are not included. For a round trip that begins at the version's type, pass the
 * version's type as `hub` and the hub's type as `version`.
 */
export function pairLosses(scope: ValueScope, hub: TypeDeclaration, version: TypeDeclaration): PairLosses {
  if (hub.shape.kind === "object" && version.shape.kind === "object")
    return objectLosses(scope, hub, hub.shape, version, version.shape);
  if (hub.shape.kind === "union" && version.shape.kind === "union")
    return unionLosses(scope, hub, hub.shape, version, version.shape);
  return { own: [], nested: [] };
}

/**
 * Hand-written functions that convert a pair of types: `out` to the version, `back` to the hub.
 * Undefined if none exists.
 */
interface HandWrittenPair {
  readonly out: FunctionDeclaration | undefined;
  readonly back: FunctionDeclaration | undefined;
}

/**
 * The interface of the hub, its peer in a version, and the hand-written conversion functions
 * between them.
 */
interface ObjectPair {
  readonly hub: TypeDeclaration;
  readonly version: TypeDeclaration;
  readonly handWritten: HandWrittenPair;
}

/** Records a loss of a field. The default of `certainty` is `lost`. */
type Lose = (reason: Reason, because: string, certainty?: Certainty) => void;

function objectLosses(
  scope: ValueScope,
  hub: TypeDeclaration,
  from: ObjectShape,
  version: TypeDeclaration,
  to: ObjectShape,
): PairLosses {
  const { context, target } = scope;
  const links = linkFields(from, to);
  const handWritten: HandWrittenPair = {
    out: context.handWritten(target, referenceTo(hub), referenceTo(version)),
    back: context.handWritten(target, referenceTo(version), referenceTo(hub)),
  };
  const bases = handWrittenBases(context, target, from, to);
  // Names of the inherited fields, which hand-written functions for base interfaces convert.
  const inherited = new Set(bases.flatMap((base) => fieldNames(base.from)));
  const losses = [
    ...bases.map((base) => pairLosses(scope, base.from, base.to)),
    ...from.fields
      .filter(({ name }) => !inherited.has(name))
      .map((field) => fieldLosses(scope, { hub, version, handWritten }, field, links.byInput.get(field))),
  ];
  const { types, universe } = context;
  const ofType: OwnLoss[] = [];
  if (handWritten.out === undefined && keepsUnknown(universe, hub) && !keepsUnknown(universe, version)) {
    const because = `${types.label(version)} does not keep unknown fields`;
    ofType.push({ path: "", certainty: "lost", reason: "unknown-fields", because, type: types.label(hub) });
  }
  return { own: [...ofType, ...losses.flatMap(({ own }) => own)], nested: losses.flatMap(({ nested }) => nested) };
}

/** Returns the losses of one field. `peer` is the version's field, or undefined if it has none. */
function fieldLosses(scope: ValueScope, pair: ObjectPair, field: Field, peer: Field | undefined): PairLosses {
  const { context } = scope;
  const { types } = context;
  const { hub, version, handWritten } = pair;
  const own: OwnLoss[] = [];
  const lose: Lose = (reason, because, certainty = "lost") => {
    own.push({ path: segment(field.name), certainty, reason, because, type: types.label(hub) });
  };
  const omitted = { own, nested: [] };
  const declared = context.declared.of(hub, field.name, version.package);
  if (declared !== undefined) {
    if (declared.effect === "loses")
      lose("declared", `${declared.function.name} has +k8s:conversion-fn:loses for this field`);
    return omitted;
  }
  if (optedOut(field)) {
    lose("opted-out", "a marker excludes the field from conversion");
    return omitted;
  }
  if (peer === undefined) {
    addLoss(field, `${types.label(version)} has no such field`, "no-peer", handWritten, lose);
    return omitted;
  }
  if (optedOut(peer)) {
    lose("opted-out", `a marker excludes ${types.label(version)}.${peer.name} from conversion`);
    return omitted;
  }
  const same = isSame(scope, field.type, peer.type);
  if (!same && addObstacle(scope, pair, field, peer, lose)) return omitted;
  if (!same) addUnknownMembers(scope, pair, field, peer, lose);
  if (losesUnknown(context.universe, field, peer))
    addLoss(
      field,
      `${types.label(version)}.${peer.name} does not keep unknown fields`,
      "unknown-fields",
      handWritten,
      lose,
    );
  const absent = absence(types, field, version, peer);
  if (absent !== undefined) addLoss(field, absent, "absence", handWritten, lose);
  return { own, nested: nestedPairs(scope, field.type, peer.type, segment(field.name)) };
}

/**
 * Records the loss of a value that cannot be converted to the version or back.
 * @returns true if the value cannot be converted in at least one of the two directions
 */
function addObstacle(
  scope: ValueScope,
  { version, handWritten }: ObjectPair,
  field: Field,
  peer: Field,
  lose: Lose,
): boolean {
  const obstacle = obstacleTo(scope, field.type, peer.type) ?? obstacleBack(scope, peer.type, field.type);
  if (obstacle === undefined) return false;
  if (obstacle.kind === "drop") lose("dropped", "a function with +k8s:conversion-fn=drop omits the field");
  else addLoss(field, sentence(scope, version, peer, obstacle), reasons[obstacle.kind], handWritten, lose);
  return true;
}

/** Records the loss of union literals that the version's type does not have. */
function addUnknownMembers(
  scope: ValueScope,
  { version, handWritten }: ObjectPair,
  field: Field,
  peer: Field,
  lose: Lose,
): void {
  const unknown = unknownMembers(scope, field.type, peer.type);
  if (unknown === undefined) return;
  const values = unknown.values.map((member) => JSON.stringify(member));
  const because = `${values.join(", ")} ${values.length === 1 ? "does" : "do"} not exist in ${scope.context.types.label(version)}`;
  if (unknown.function === undefined) addLoss(field, because, "no-member", handWritten, lose);
  else lose("no-member", `${because}; the hand-written ${unknown.function.name} converts the value`, "maybe");
}

/**
 * Reason why a value cannot be converted. A literal that the other type does not have is not an
 * obstacle, because it is converted unchanged.
 */
type Obstacle = Exclude<PlannedConversion, { readonly kind: "value" | "members" }>;

function obstacleTo(scope: ValueScope, from: Type, to: Type): Obstacle | undefined {
  const conversion = convertValue({ ...scope, takesUnknownMembers: true }, from, to, "", "");
  return conversion.kind === "value" || conversion.kind === "members" ? undefined : conversion;
}

/**
 * Returns the reason why a value cannot be converted back in a round trip; undefined if it can. A
 * conversion to a narrower number type is possible, because the number came from that type.
 */
function obstacleBack(scope: ValueScope, from: Type, to: Type): Obstacle | undefined {
  const obstacle = obstacleTo(scope, from, to);
  return obstacle?.kind === "narrowing" ? undefined : obstacle;
}

/**
 * Reports whether two types are the same at every level, so that the conversions in both directions
 * share the values.
 */
function isSame(scope: ValueScope, from: Type, to: Type): boolean {
  return scope.identical(from, to) && scope.identical(to, from);
}

const reasons = { differ: "types-differ", narrowing: "narrower-type", missing: "no-conversion" } as const;

/**
 * Records a loss in generated code. If hand-written functions convert the field in both directions,
 * the certainty is `maybe`. Otherwise it is `invalid` for the reason `no-member`, and `lost` for
 * all other reasons.
 */
function addLoss(
  field: Field,
  because: string,
  reason: Exclude<Reason, "declared">,
  { out, back }: HandWrittenPair,
  lose: Lose,
): void {
  const auto = { autoConvert: `auto${out?.name ?? ""}` };
  // Absent fields are converted by the generated function, if the hand-written function calls it.
  const isConverted =
    out !== undefined &&
    (reason === "absence" ? !out.uses.includes(auto.autoConvert) : mentions(out, field.name, auto));
  const isHandled = isConverted && back !== undefined;
  const otherwise = reason === "no-member" ? "invalid" : "lost";
  lose(
    reason,
    isHandled ? `${because}; the hand-written ${out.name} converts the field` : because,
    isHandled ? "maybe" : otherwise,
  );
}

function sentence(
  { context: { types } }: ValueScope,
  version: TypeDeclaration,
  peer: Field,
  obstacle: Exclude<Obstacle, { readonly kind: "drop" }>,
): string {
  const name = `${types.label(version)}.${peer.name}`;
  if (obstacle.kind === "missing")
    return `no function converts ${types.label(obstacle.from)} to ${types.label(obstacle.to)}, the type of ${name}`;
  const what = types.describe(peer.type);
  return obstacle.kind === "narrowing" ? `${name} is ${what}, which cannot represent all values` : `${name} is ${what}`;
}

function unionLosses(
  scope: ValueScope,
  hub: TypeDeclaration,
  from: Extract<Shape, { readonly kind: "union" }>,
  version: TypeDeclaration,
  to: Extract<Shape, { readonly kind: "union" }>,
): PairLosses {
  const { context, target } = scope;
  const { types } = context;
  const nested: NestedPair[] = [];
  const missing: string[] = [];
  for (const { value, type } of from.members) {
    const peer =
      from.discriminator === to.discriminator ? to.members.find((member) => member.value === value) : undefined;
    if (peer === undefined) missing.push(value);
    else nested.push({ path: "", hub: types.declaration(type), version: types.declaration(peer.type) });
  }
  if (missing.length === 0) return { own: [], nested };
  const handWritten = context.handWritten(target, referenceTo(hub), referenceTo(version));
  const because = `${types.label(version)} has no member ${missing.map((value) => JSON.stringify(value)).join(", ")}`;
  const own: OwnLoss = {
    path: "",
    certainty: handWritten === undefined ? "lost" : "maybe",
    reason: "no-member",
    because:
      handWritten === undefined ? because : `${because}; the hand-written ${handWritten.name} converts the union`,
    type: types.label(hub),
  };
  return { own: [own], nested };
}

/**
 * Returns the pairs of declared types inside two types, with their paths. Omits pairs whose types
 * are the same.
 */
function nestedPairs(scope: ValueScope, from: Type, to: Type, path: string): NestedPair[] {
  const { types } = scope.context;
  if (typeKey(from) === typeKey(to) || isSame(scope, from, to)) return [];
  const [a, b] = [types.unwrap(from), types.unwrap(to)];
  if (a.kind === "ref" && b.kind === "ref")
    return [{ path, hub: types.declaration(a.to), version: types.declaration(b.to) }];
  if (a.kind === "embedded" && b.kind === "embedded")
    return [{ path, hub: types.declaration(a.of), version: types.declaration(b.of) }];
  if (a.kind === "list" && b.kind === "list") return nestedPairs(scope, a.element, b.element, `${path}[]`);
  if (a.kind === "map" && b.kind === "map") return nestedPairs(scope, a.value, b.value, `${path}{}`);
  if (a.kind === "tuple" && b.kind === "tuple") {
    return a.elements.flatMap((element, index) =>
      nestedPairs(scope, element, b.elements[index] ?? element, `${path}[]`),
    );
  }
  return [];
}

/**
 * Returns a field name as an element of a path. A name with special characters is in quotes and
 * brackets.
 */
function segment(name: string): string {
  return /^[^.[\]{}"]+$/.test(name) ? name : `[${JSON.stringify(name)}]`;
}
