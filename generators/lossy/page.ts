import type { Trip, TripLosses } from "../round-trip/round-trips.js";
import type { Setup } from "../conversion/target.js";
import { convertible } from "../conversion/directions.js";
import type { World } from "../conversion/context.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import { compareText } from "../../engine/problem.js";

/** What the page of a version shows, and `codegen lossy` prints. Plain data. */
export interface LossyPage {
  /** `apps`; `""` for the core group. */
  readonly group: string;
  readonly version: string;
  /** The folder of the version's types. */
  readonly folder: string;
  readonly kinds: readonly LossyKind[];
  /** Kinds of the hub that the version does not have. */
  readonly absent: readonly string[];
}

export interface LossyKind extends LossyTrip {
  readonly kind: string;
  /** The trip of an object of the version into the hub and back: its paths are the version's. */
  readonly fromVersion: LossyTrip;
}

export interface LossyTrip {
  /** Empty where everything comes back. */
  readonly losses: readonly LossyField[];
  /** Types that hold themselves: what is lost below `as` is lost below `path` too. */
  readonly repeats: readonly { readonly path: string; readonly as: string }[];
}

export interface LossyField {
  /** The field of the hub, or of the version on its own trip; lists are `[]`, maps `{}`. */
  readonly path: string;
  /**
   * `lost`, `kept` where an annotation brings it back, `maybe` where a person's function takes care
   * of it, `invalid` where the value comes back, but is none of the version's.
   */
  readonly certainty: "lost" | "kept" | "maybe" | "invalid";
  readonly reason: string;
  readonly because: string;
  /** The type that has the field. */
  readonly type: string;
}

export function pageOf(world: World, setup: Setup, group: string, trips: readonly Trip[]): LossyPage {
  const [hub] = setup.peers;
  const absent = Object.values(hub?.types ?? {})
    .filter((type) => convertible(type) && isObject(world, type) && setup.types.types[type.name] === undefined)
    .map(({ name }) => name)
    .sort(compareText);
  const kinds = trips
    .filter(({ type }) => isObject(world, type))
    .map((trip) => ({ kind: trip.kind, ...lossyTrip(trip), fromVersion: lossyTrip(trip.fromVersion) }));
  return { group, version: setup.output.name, folder: setup.types.id, kinds, absent };
}

function lossyTrip({ losses, repeats }: TripLosses): LossyTrip {
  return {
    losses: losses.map(({ path, certainty, reason, because, type }) => ({ path, certainty, reason, because, type })),
    repeats: losses.length === 0 ? [] : repeats,
  };
}

/** Lists are no objects of their own: what they lose is what their items lose. */
function isObject(world: World, { shape }: TypeDeclaration): boolean {
  if (shape.kind !== "object" || shape.typeMeta === undefined) return false;
  const metadata = shape.fields.find(({ name }) => name === "metadata");
  const type = metadata === undefined ? undefined : world.types.unwrap(metadata.type);
  return !(type?.kind === "ref" && type.to.endsWith("#ListMeta"));
}

/** One row of a table. */
interface FieldView {
  readonly path: string;
  readonly certainty: string;
  readonly why: string;
}

/** The page as its template prints it. */
export interface LossyView {
  readonly page: LossyPage;
  readonly name: string;
  readonly kinds: readonly {
    readonly kind: string;
    readonly fields: readonly FieldView[];
    readonly ownFields: readonly FieldView[];
  }[];
  /** Kinds that come back whole, and those that are not there: names in code, with commas. */
  readonly whole: string;
  readonly absent: string;
}

export function viewOf(page: LossyPage): LossyView {
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
  const isWhole = ({ losses, fromVersion }: LossyKind): boolean => losses.length + fromVersion.losses.length === 0;
  const kinds = page.kinds
    .filter((kind) => !isWhole(kind))
    .map((kind) => ({ kind: kind.kind, fields: fieldViews(kind), ownFields: fieldViews(kind.fromVersion) }));
  const whole = page.kinds.filter(isWhole).map(({ kind }) => kind);
  return { page, name: nameOf(page), kinds, whole: list(whole), absent: list(page.absent) };
}

function fieldViews({ losses, repeats }: LossyTrip): FieldView[] {
  return [
    ...losses.map(({ path, certainty, because }) => ({ path, certainty, why: because.replaceAll("|", "\\|") })),
    ...repeats.map(({ path, as }) => ({ path, certainty: "", why: `what is lost in \`${as}\` is lost here` })),
  ];
}

/** `apps/v1`, as an apiVersion. */
export function nameOf({ group, version }: LossyPage): string {
  return group === "" ? version : `${group}/${version}`;
}
