import type { Marker } from "../../../engine/markers/marker.js";
import { packageById, underlying } from "../../../engine/model/lookup.js";
import type { TypeDeclaration } from "../../../engine/model/universe.js";
import { orderStrings } from "../../../engine/base/problem.js";
import { isOn, reportMarker, type MarkerReader, type Reader } from "../context.js";
import { noValidations, rulesOnly, newRule } from "../rule.js";
import { positional } from "../tag.js";

interface EnumMember {
  readonly value: string;
  readonly markers: readonly Marker[];
}

/**
 * Reads `+k8s:enum`. The value must be a member of the union, or one of the type's constants, and
 * the member must not be excluded.
 */
export const readEnum: MarkerReader = (site) => {
  if (!isOn(site, "string", "strings")) return noValidations;
  const members = membersOf(site.reader, site.context.owner).filter(({ markers }) => !markers.some(isExclude));
  const values = [...new Set(members.map(({ value }) => value))].sort(orderStrings);
  const exclusions = members.flatMap(({ value, markers }) => exclusionsOf(value, markers));
  return rulesOnly(newRule({ kind: "enum", values, ...(exclusions.length > 0 && { exclusions }) }));
};

/**
 * Reports the markers that are not permitted on a constant. A constant can only have markers that
 * exclude it from its enumeration.
 */
export function checkConstant(reader: Reader, markers: readonly Marker[], isKnown: (name: string) => boolean): void {
  for (const marker of markers) {
    if (!isKnown(marker.name) || isExclude(marker)) continue;
    if (isConditionalExclude(marker)) continue;
    const message = "cannot be used on a constant; the only valid marker there is `+k8s:enumExclude`";
    reportMarker({ reader, marker }, "validation/misplaced", message);
  }
}

function membersOf({ universe }: Reader, declaration: TypeDeclaration): readonly EnumMember[] {
  const { shape } = declaration;
  const under = shape.kind === "alias" ? underlying(universe, shape.of) : undefined;
  const constants = packageById(universe, declaration.package)?.constants ?? [];
  const own = constants
    .filter(({ type, value }) => type?.kind === "ref" && type.to === declaration.id && typeof value === "string")
    .sort((a, b) => orderStrings(a.name, b.name))
    .map(({ value, markers }) => ({ value: String(value), markers }));
  if (under?.kind !== "literals") return own;
  return under.values.map((value) => ({
    value: String(value),
    markers: [
      ...(under.members?.find((member) => member.value === value)?.markers ?? []),
      ...own.filter((constant) => constant.value === value).flatMap(({ markers }) => markers),
    ],
  }));
}

function exclusionsOf(value: string, markers: readonly Marker[]) {
  return markers
    .filter(isConditionalExclude)
    .map((marker) => ({ value, option: positional(marker) ?? "", whenEnabled: marker.name === "k8s:ifEnabled" }))
    .sort((a, b) =>
      a.whenEnabled === b.whenEnabled
        ? orderStrings(a.option, b.option)
        : Number(a.whenEnabled) - Number(b.whenEnabled),
    );
}

/** Reports whether a marker excludes a constant only if an option is enabled or disabled. */
function isConditionalExclude({ name, then }: Marker): boolean {
  return (name === "k8s:ifEnabled" || name === "k8s:ifDisabled") && then !== undefined && isExclude(then);
}

function isExclude({ name }: Marker): boolean {
  return name === "k8s:enumExclude";
}
