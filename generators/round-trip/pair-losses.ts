import type {
  Field,
  FunctionDeclaration,
  ObjectShape,
  Shape,
  Type,
  TypeDeclaration,
} from "../../engine/model/universe.js";
import { fieldNames, handWrittenBases } from "../conversion/discovery/bases.js";
import { linkFields } from "../conversion/plan/links.js";
import { optedOut } from "../conversion/markers.js";
import { mentions } from "../conversion/discovery/persons.js";
import { reference, typeKey } from "../conversion/types.js";
import { convertValue, type Conversion, type ValueContext } from "../conversion/plan/value.js";
import { absence, unknownMembers } from "./value-losses.js";

/** Why a field of the hub does not survive. */
export type Reason =
  | "no-peer"
  | "opted-out"
  | "dropped"
  | "types-differ"
  | "narrower-type"
  | "no-conversion"
  | "no-member"
  | "absence"
  | "declared";

/**
 * `lost`: it does not come back. `kept`: an annotation brings it back. `maybe`: a person's function
 * takes care of it. `invalid`: it comes back, but the version's type does not know it.
 */
export type Certainty = "lost" | "kept" | "maybe" | "invalid";

/** One field, or value of one, that a type of the hub loses on a trip through its peer. */
export interface OwnLoss {
  /** From the type on: `volumes[]`; `""` for the value itself. */
  readonly path: string;
  /** The type of the hub that has it, as messages name it. */
  readonly type: string;
  readonly reason: Reason;
  readonly certainty: Certainty;
  /** A sentence without its end. */
  readonly because: string;
}

/** A pair of types below one, and where. */
export interface Below {
  readonly path: string;
  readonly hub: TypeDeclaration;
  readonly version: TypeDeclaration;
}

export interface PairLosses {
  readonly own: readonly OwnLoss[];
  readonly below: readonly Below[];
}

/**
 * Losses of a trip from one type to its peer and back, field by field, without those of the types
 * below. Most trips begin at the hub's type; for a trip that begins at the version's type the two
 * change places.
 */
export function pairLosses(context: ValueContext, hub: TypeDeclaration, version: TypeDeclaration): PairLosses {
  if (hub.shape.kind === "object" && version.shape.kind === "object")
    return objectLosses(context, hub, hub.shape, version, version.shape);
  if (hub.shape.kind === "union" && version.shape.kind === "union")
    return unionLosses(context, hub, hub.shape, version, version.shape);
  return { own: [], below: [] };
}

/** The persons' functions of a pair: out into the version, and back. */
interface Persons {
  readonly out: FunctionDeclaration | undefined;
  readonly back: FunctionDeclaration | undefined;
}

function objectLosses(
  context: ValueContext,
  hub: TypeDeclaration,
  from: ObjectShape,
  version: TypeDeclaration,
  to: ObjectShape,
): PairLosses {
  const { world, setup } = context;
  const { types } = world;
  const links = linkFields(from, to);
  const persons: Persons = {
    out: world.handWritten(setup, reference(hub), reference(version)),
    back: world.handWritten(setup, reference(version), reference(hub)),
  };
  const own: OwnLoss[] = [];
  const below: Below[] = [];
  // A hand-written function for what both extend converts the inherited fields.
  const inherited = new Set<string>();
  for (const base of handWrittenBases(world, setup, from, to)) {
    const losses = pairLosses(context, base.from, base.to);
    own.push(...losses.own);
    below.push(...losses.below);
    for (const name of fieldNames(base.from)) inherited.add(name);
  }
  for (const field of from.fields) {
    if (inherited.has(field.name)) continue;
    const lose = (reason: Reason, because: string, certainty: Certainty = "lost"): void => {
      own.push({ path: segment(field.name), type: types.label(hub), reason, certainty, because });
    };
    const declared = world.declared.of(hub, field.name, version.package);
    if (declared?.says === "loses") lose("declared", `${declared.function.name} says that it may be lost`);
    if (declared !== undefined) continue;
    const peer = links.byInput.get(field);
    if (peer === undefined) {
      if (optedOut(field)) lose("opted-out", "it is opted out of conversion");
      else judge(field, `${types.label(version)} has no such field`, "no-peer", persons, lose);
      continue;
    }
    if (optedOut(field) || optedOut(peer)) {
      lose(
        "opted-out",
        `${optedOut(field) ? "it" : `${types.label(version)}.${peer.name}`} is opted out of conversion`,
      );
      continue;
    }
    const same = isSame(context, field.type, peer.type);
    const obstacle = same
      ? undefined
      : (obstacleTo(context, field.type, peer.type) ?? obstacleBack(context, peer.type, field.type));
    if (obstacle !== undefined) {
      if (obstacle.kind === "drop") lose("dropped", "a function marked drop leaves it out");
      else judge(field, sentence(context, version, peer, obstacle), reasons[obstacle.kind], persons, lose);
      continue;
    }
    const unknown = same ? undefined : unknownMembers(context, field.type, peer.type);
    if (unknown !== undefined) {
      const values = unknown.values.map((member) => JSON.stringify(member));
      const because = `${values.join(", ")} ${values.length === 1 ? "is" : "are"} unknown to ${types.label(version)}`;
      if (unknown.function === undefined) judge(field, because, "no-member", persons, lose);
      else lose("no-member", `${because}; the hand-written ${unknown.function.name} handles it`, "maybe");
    }
    const absent = absence(types, field, version, peer);
    if (absent !== undefined) judge(field, absent, "absence", persons, lose);
    below.push(...pairsBelow(context, field.type, peer.type, segment(field.name)));
  }
  return { own, below };
}

/** Members that the other side does not know are looked at apart: such values come back. */
type Obstacle = Exclude<Conversion, { readonly kind: "value" | "members" }>;

function obstacleTo(context: ValueContext, from: Type, to: Type): Obstacle | undefined {
  const way = convertValue({ ...context, takesUnknownMembers: true }, from, to, "", "");
  return way.kind === "value" || way.kind === "members" ? undefined : way;
}

/** A number that comes back was held by the type before. */
function obstacleBack(context: ValueContext, from: Type, to: Type): Obstacle | undefined {
  const obstacle = obstacleTo(context, from, to);
  return obstacle?.kind === "narrowing" ? undefined : obstacle;
}

/** Whether values go over as they are, and come back so. */
function isSame(context: ValueContext, from: Type, to: Type): boolean {
  return context.identical(from, to) && context.identical(to, from);
}

const reasons = { differ: "types-differ", narrowing: "narrower-type", missing: "no-conversion" } as const;

/** What generated code can't keep is kept by persons' functions or by nobody. */
function judge(
  field: Field,
  because: string,
  reason: Exclude<Reason, "declared">,
  { out, back }: Persons,
  lose: (reason: Reason, because: string, certainty: Certainty) => void,
): void {
  const auto = { autoConvert: `auto${out?.name ?? ""}` };
  // What a function hands on to the generated one is absent no longer.
  const isTold =
    out !== undefined &&
    (reason === "absence" ? !out.uses.includes(auto.autoConvert) : mentions(out, field.name, auto));
  const isPersons = isTold && back !== undefined;
  const otherwise = reason === "no-member" ? "invalid" : "lost";
  lose(
    reason,
    isPersons ? `${because}; the hand-written ${out.name} handles it` : because,
    isPersons ? "maybe" : otherwise,
  );
}

function sentence(
  { world: { types } }: ValueContext,
  version: TypeDeclaration,
  peer: Field,
  obstacle: Exclude<Obstacle, { readonly kind: "drop" }>,
): string {
  const name = `${types.label(version)}.${peer.name}`;
  if (obstacle.kind === "missing")
    return `nothing converts ${types.label(obstacle.from)} to ${types.label(obstacle.to)}, which ${name} takes`;
  const what = types.describe(peer.type);
  return obstacle.kind === "narrowing" ? `${name} is ${what}, which does not hold all values` : `${name} is ${what}`;
}

function unionLosses(
  context: ValueContext,
  hub: TypeDeclaration,
  from: Extract<Shape, { readonly kind: "union" }>,
  version: TypeDeclaration,
  to: Extract<Shape, { readonly kind: "union" }>,
): PairLosses {
  const { world, setup } = context;
  const { types } = world;
  const below: Below[] = [];
  const missing: string[] = [];
  for (const { value, type } of from.members) {
    const peer =
      from.discriminator === to.discriminator ? to.members.find((member) => member.value === value) : undefined;
    if (peer === undefined) missing.push(value);
    else below.push({ path: "", hub: types.declaration(type), version: types.declaration(peer.type) });
  }
  if (missing.length === 0) return { own: [], below };
  const person = world.handWritten(setup, reference(hub), reference(version));
  const because = `${types.label(version)} has no member ${missing.map((value) => JSON.stringify(value)).join(", ")}`;
  const own: OwnLoss = {
    path: "",
    type: types.label(hub),
    reason: "no-member",
    certainty: person === undefined ? "lost" : "maybe",
    because,
  };
  return {
    own: [person === undefined ? own : { ...own, because: `${because}; the hand-written ${person.name} handles it` }],
    below,
  };
}

/**
 * The declared types that stand opposite each other in two values, with the path to them. Those
 * that are the same need no look.
 */
function pairsBelow(context: ValueContext, from: Type, to: Type, path: string): Below[] {
  const { types } = context.world;
  if (typeKey(from) === typeKey(to) || isSame(context, from, to)) return [];
  const [a, b] = [types.unwrap(from), types.unwrap(to)];
  if (a.kind === "ref" && b.kind === "ref")
    return [{ path, hub: types.declaration(a.to), version: types.declaration(b.to) }];
  if (a.kind === "embedded" && b.kind === "embedded")
    return [{ path, hub: types.declaration(a.of), version: types.declaration(b.of) }];
  if (a.kind === "list" && b.kind === "list") return pairsBelow(context, a.element, b.element, `${path}[]`);
  if (a.kind === "map" && b.kind === "map") return pairsBelow(context, a.value, b.value, `${path}{}`);
  if (a.kind === "tuple" && b.kind === "tuple") {
    return a.elements.flatMap((element, index) =>
      pairsBelow(context, element, b.elements[index] ?? element, `${path}[]`),
    );
  }
  return [];
}

/** A name that would read as several stands in brackets. */
function segment(name: string): string {
  return /^[^.[\]{}"]+$/.test(name) ? name : `[${JSON.stringify(name)}]`;
}
