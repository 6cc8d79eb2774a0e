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
import { innerPairs, referenceTo, typeKey } from "../pairs/types.js";
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

/** A loss of a field whose path and type are known. */
type Loss = Pick<OwnLoss, "certainty" | "reason" | "because">;

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
  const path = segment(field.name);
  const type = scope.context.types.label(pair.hub);
  const whole = wholeLoss(scope, pair, field, peer);
  if (peer === undefined || whole !== undefined)
    return { own: (whole ?? []).map((loss) => ({ path, ...loss, type })), nested: [] };
  return {
    own: partialLosses(scope, pair, field, peer).map((loss) => ({ path, ...loss, type })),
    nested: nestedPairs(scope, field.type, peer.type, path),
  };
}

/**
 * Returns the loss of a field whose value is not converted, or an empty list if a hand-written
 * function keeps it. Returns undefined if the value is converted in both directions.
 */
function wholeLoss(
  scope: ValueScope,
  { hub, version, handWritten }: ObjectPair,
  field: Field,
  peer: Field | undefined,
): readonly Loss[] | undefined {
  const { declared, types } = scope.context;
  const marked = declared.of(hub, field.name, version.package);
  if (marked?.effect === "keeps") return [];
  if (marked !== undefined)
    return [lost("declared", `${marked.function.name} has +k8s:conversion-fn:loses for this field`)];
  if (optedOut(field)) return [lost("opted-out", "a marker excludes the field from conversion")];
  if (peer === undefined) return [lossIn(handWritten, field, "no-peer", `${types.label(version)} has no such field`)];
  if (optedOut(peer))
    return [lost("opted-out", `a marker excludes ${types.label(version)}.${peer.name} from conversion`)];
  if (isSame(scope, field.type, peer.type)) return undefined;
  const obstacle = obstacleTo(scope, field.type, peer.type) ?? obstacleBack(scope, peer.type, field.type);
  if (obstacle === undefined) return undefined;
  if (obstacle.kind === "drop") return [lost("dropped", "a function with +k8s:conversion-fn=drop omits the field")];
  return [lossIn(handWritten, field, reasons[obstacle.kind], sentence(scope, version, peer, obstacle))];
}

/** Returns the losses of some values of a field whose other values are converted. */
function partialLosses(
  scope: ValueScope,
  { version, handWritten }: ObjectPair,
  field: Field,
  peer: Field,
): readonly Loss[] {
  const { types, universe } = scope.context;
  const losses: Loss[] = [];
  const unknown = isSame(scope, field.type, peer.type) ? undefined : unknownMembers(scope, field.type, peer.type);
  if (unknown !== undefined) {
    const values = unknown.values.map((member) => JSON.stringify(member));
    const because = `${values.join(", ")} ${values.length === 1 ? "does" : "do"} not exist in ${types.label(version)}`;
    losses.push(
      unknown.function === undefined
        ? lossIn(handWritten, field, "no-member", because)
        : lost("no-member", `${because}; the hand-written ${unknown.function.name} converts the value`, "maybe"),
    );
  }
  if (losesUnknown(universe, field, peer)) {
    const because = `${types.label(version)}.${peer.name} does not keep unknown fields`;
    losses.push(lossIn(handWritten, field, "unknown-fields", because));
  }
  const absent = absence(types, field, version, peer);
  if (absent !== undefined) losses.push(lossIn(handWritten, field, "absence", absent));
  return losses;
}

function lost(reason: Reason, because: string, certainty: Certainty = "lost"): Loss {
  return { certainty, reason, because };
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
 * Returns a loss in generated code. If hand-written functions convert the field in both directions,
 * the certainty is `maybe`. Otherwise it is `invalid` for the reason `no-member`, and `lost` for
 * all other reasons.
 */
function lossIn({ out, back }: HandWrittenPair, field: Field, reason: Reason, because: string): Loss {
  const auto = { autoConvert: `auto${out?.name ?? ""}` };
  // Absent fields are converted by the generated function, if the hand-written function calls it.
  const isConverted =
    out !== undefined &&
    (reason === "absence" ? !out.uses.includes(auto.autoConvert) : mentions(out, field.name, auto));
  return isConverted && back !== undefined
    ? lost(reason, `${because}; the hand-written ${out.name} converts the field`, "maybe")
    : lost(reason, because, reason === "no-member" ? "invalid" : "lost");
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
  const inside = a.kind === "map" ? `${path}{}` : `${path}[]`;
  return (innerPairs(a, b) ?? []).flatMap(([x, y]) => nestedPairs(scope, x, y, inside));
}

/**
 * Returns a field name as an element of a path. A name with special characters is in quotes and
 * brackets.
 */
function segment(name: string): string {
  return /^[^.[\]{}"]+$/.test(name) ? name : `[${JSON.stringify(name)}]`;
}
