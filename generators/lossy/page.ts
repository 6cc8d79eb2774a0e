import type { RoundTrip, RoundTripLosses } from "../round-trip/round-trips.js";
import type { ConversionTarget } from "../conversion/target.js";
import { convertible } from "../conversion/directions.js";
import type { ConversionContext } from "../conversion/context.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import { compareText } from "../../engine/problem.js";

/** Content of a version's page, which `codegen lossy` prints too. Plain data. */
export interface LossyPage {
  /** API group, such as `apps`; `""` for the core group. */
  readonly group: string;
  readonly version: string;
  /** Id of the package with the version's types. */
  readonly folder: string;
  readonly kinds: readonly LossyKind[];
  /** Kinds of the hub that the version does not have. */
  readonly absent: readonly string[];
}

export interface LossyKind extends LossyRoundTrip {
  readonly kind: string;
  /**
   * The round trip from the version to the hub and back. Its paths are those of the version's type.
   */
  readonly fromVersion: LossyRoundTrip;
}

export interface LossyRoundTrip {
  /** Empty if everything comes back. */
  readonly losses: readonly LossyField[];
  /** Types that contain themselves: below `path`, the same fields are lost as below `as`. */
  readonly repeats: readonly { readonly path: string; readonly as: string }[];
}

export interface LossyField {
  /**
   * Path of the field in the type where the round trip begins. `[]` is an item of a list, `{}` a
   * value of a map.
   */
  readonly path: string;
  /**
   * `lost`: the value does not come back. `kept`: an annotation brings it back. `maybe`: a
   * hand-written function converts it. `invalid`: the value comes back, but the version's type does
   * not allow it.
   */
  readonly certainty: "lost" | "kept" | "maybe" | "invalid";
  readonly reason: string;
  readonly because: string;
  /** The type that has the field, as messages name it. */
  readonly type: string;
}

export function pageOf(
  context: ConversionContext,
  target: ConversionTarget,
  group: string,
  roundTrips: readonly RoundTrip[],
): LossyPage {
  const [hub] = target.peers;
  const absent = Object.values(hub?.types ?? {})
    .filter((type) => convertible(type) && isObject(context, type) && target.types.types[type.name] === undefined)
    .map(({ name }) => name)
    .sort(compareText);
  const kinds = roundTrips
    .filter(({ type }) => isObject(context, type))
    .map((roundTrip) => ({
      kind: roundTrip.kind,
      ...lossyRoundTrip(roundTrip),
      fromVersion: lossyRoundTrip(roundTrip.fromVersion),
    }));
  return { group, version: target.output.name, folder: target.types.id, kinds, absent };
}

function lossyRoundTrip({ losses, repeats }: RoundTripLosses): LossyRoundTrip {
  return {
    losses: losses.map(({ path, certainty, reason, because, type }) => ({ path, certainty, reason, because, type })),
    repeats: losses.length === 0 ? [] : repeats,
  };
}

/** Reports whether a type is a kind, but not a list. A list loses only what its items lose. */
function isObject(context: ConversionContext, { shape }: TypeDeclaration): boolean {
  if (shape.kind !== "object" || shape.typeMeta === undefined) return false;
  const metadata = shape.fields.find(({ name }) => name === "metadata");
  const type = metadata === undefined ? undefined : context.types.unwrap(metadata.type);
  return !(type?.kind === "ref" && type.to.endsWith("#ListMeta"));
}

/** One row of a table. */
interface FieldView {
  readonly path: string;
  readonly certainty: string;
  readonly why: string;
}

/** The page in the form that the template expects. */
export interface LossyView {
  readonly page: LossyPage;
  readonly name: string;
  readonly kinds: readonly {
    readonly kind: string;
    readonly fields: readonly FieldView[];
    readonly ownFields: readonly FieldView[];
  }[];
  /**
   * Names of kinds as inline code, with commas: those without losses, and those that the version
   * does not have.
   */
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

function fieldViews({ losses, repeats }: LossyRoundTrip): FieldView[] {
  return [
    ...losses.map(({ path, certainty, because }) => ({ path, certainty, why: because.replaceAll("|", "\\|") })),
    ...repeats.map(({ path, as }) => ({ path, certainty: "", why: `the same fields are lost as in \`${as}\`` })),
  ];
}

/** Returns the apiVersion: `apps/v1`. */
export function nameOf({ group, version }: LossyPage): string {
  return group === "" ? version : `${group}/${version}`;
}
