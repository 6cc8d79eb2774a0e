import type { RoundTrip, RoundTripLosses } from "../round-trip/round-trips.js";
import type { ConversionTarget } from "../pairs/target.js";
import { hasTypeMeta } from "../kinds/registered.js";
import { hasMetadata } from "../pairs/preservation.js";
import { convertible } from "../pairs/directions.js";
import type { ConversionContext } from "../pairs/context.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import { markdownCode, markdownText } from "../../engine/print/markdown.js";
import { orderStrings } from "../../engine/base/problem.js";

export type { RoundTripLosses as LossyRoundTrip } from "../round-trip/round-trips.js";

/** Content of a version's page as plain data. The command `codegen lossy` also prints it. */
export interface LossyPage {
  /** API group, such as `apps`; `""` for the core group. */
  readonly group: string;
  readonly version: string;
  /** Id of the package that declares the version's types. */
  readonly folder: string;
  readonly kinds: readonly LossyKind[];
  /** Names of the hub's kinds that the version does not have. */
  readonly absent: readonly string[];
}

export interface LossyKind extends RoundTripLosses {
  readonly kind: string;
  /**
   * Losses of the round trip from the version to the hub and back, with paths in the version's
   * type. `losses` and `repeats` are about the round trip from the hub to the version and back.
   */
  readonly fromVersion: RoundTripLosses;
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
    .sort(orderStrings);
  const kinds = roundTrips
    .filter(({ type }) => isObject(context, type))
    .map(({ kind, losses, repeats, fromVersion }) => ({ kind, losses, repeats, fromVersion }));
  return { group, version: target.output.name, folder: target.types.id, kinds, absent };
}

/**
 * Reports whether a type is a kind that is not a list. A list loses only the fields that its items
 * lose.
 */
function isObject({ types }: ConversionContext, type: TypeDeclaration): boolean {
  return hasTypeMeta(type) && !hasMetadata(types, type, "ListMeta");
}

/** One row in a table of losses. The properties are Markdown. */
interface FieldView {
  readonly path: string;
  readonly certainty: string;
  readonly why: string;
}

/** Content of the page, for the template. */
export interface LossyView {
  readonly page: LossyPage;
  readonly name: string;
  readonly kinds: readonly {
    readonly kind: string;
    readonly fields: readonly FieldView[];
    readonly ownFields: readonly FieldView[];
  }[];
  /**
   * `whole` contains the names of the kinds without losses; `absent` the names of the hub's kinds
   * that the version does not have. The names are inline code, separated by commas.
   */
  readonly whole: string;
  readonly absent: string;
}

export function viewOf(page: LossyPage): LossyView {
  const list = (names: readonly string[]): string => names.map(markdownCode).join(", ");
  const isWhole = ({ losses, fromVersion }: LossyKind): boolean => losses.length + fromVersion.losses.length === 0;
  const kinds = page.kinds
    .filter((kind) => !isWhole(kind))
    .map((kind) => ({ kind: kind.kind, fields: fieldViews(kind), ownFields: fieldViews(kind.fromVersion) }));
  const whole = page.kinds.filter(isWhole).map(({ kind }) => kind);
  return { page, name: pageName(page), kinds, whole: list(whole), absent: list(page.absent) };
}

function fieldViews({ losses, repeats }: RoundTripLosses): FieldView[] {
  return [
    ...losses.map(({ path, certainty, because }) => ({
      path: markdownCode(path),
      certainty,
      why: markdownText(because),
    })),
    ...repeats.map(({ path, as }) => ({
      path: markdownCode(path),
      certainty: "",
      why: `loses the same fields as ${markdownCode(as)}`,
    })),
  ];
}

/** Returns the apiVersion of a page: `apps/v1`. */
export function pageName({ group, version }: LossyPage): string {
  return group === "" ? version : `${group}/${version}`;
}
