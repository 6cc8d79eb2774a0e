import { remedy, removeMarker } from "../base/fix.js";
import type { Package, TypeDeclaration, Universe } from "./universe.js";
import type { Position, Problem } from "../base/problem.js";
import { ownFields, literalMembersOf } from "./check-markers.js";
import { defineMarker } from "../markers/define-marker.js";
import { once } from "../util/once.js";
import type { Marker } from "../markers/marker.js";
import { markersProblems } from "../markers/problem-codes.js";

/** The marker that accepts a warning. */
export const accept = defineMarker({
  name: "codegen:accept",
  places: ["package", "type", "field", "function", "constant"],
  value: "the code of a warning, a colon, and the reason",
  description:
    "Accepts the warnings with this code, so that no output format reports them: on a package, all warnings of its folder; on a type, those of the type and its properties; elsewhere, those of the declaration. A marker that accepts no warning is itself reported as a warning.",
  example: "+codegen:accept=crd/no-conversion: the versions differ in names only",
  owner: "codegen",
  repeatable: true,
  raw: true,
  parse({ value = "" }: Marker): { readonly value: string } | { readonly fault: string } {
    const [, code] = /^([a-z][\w-]*\/[^\s:]+): *\S/.exec(value) ?? [];
    return code === undefined ? { fault: "needs the code of a warning, a colon and the reason" } : { value: code };
  },
});

/**
 * A marker that accepts warnings. `covers` reports whether a position is in the lines to which the
 * marker applies; for a package marker, whether it is in the folder.
 */
interface Acceptance {
  readonly marker: Marker;
  readonly code: string;
  readonly covers: (position: Position) => boolean;
}

/**
 * Removes the accepted warnings. Adds a warning for each marker that accepts no warning.
 *
 * @param problems all problems of a run; if one is an error, the warnings for unused markers are
 * omitted, because the accepted warnings may be missing
 * @param isWhole true if the run has read all folders, so that no warning is missing; if false, the
 * warnings for unused markers are omitted
 */
export function withoutAccepted(
  problems: readonly Problem[],
  universe: Universe,
  isWhole: boolean,
): readonly Problem[] {
  const acceptances = Object.values(universe.packages).flatMap((pkg) =>
    pkg.kind === "folder" && pkg.target ? acceptancesOf(pkg) : [],
  );
  if (acceptances.length === 0) return problems;
  const used = new Set<Acceptance>();
  const left = problems.filter(({ code, severity, position }) => {
    const found = acceptances.filter((one) => one.code === code && one.covers(position));
    if (severity !== "warning" || found.length === 0) return true;
    for (const one of found) used.add(one);
    return false;
  });
  if (!isWhole || left.some(({ severity }) => severity === "error")) return left;
  const unused = acceptances.filter((one) => !used.has(one));
  return [...left, ...unused.map(({ marker, code }) => acceptsNothing(marker, code))];
}

function acceptsNothing(marker: Marker, code: string): Problem {
  return {
    ...markersProblems.is("markers/accepts-nothing"),
    message: `\`+${accept.name}\` accepts nothing: the warning ${code} does not occur here`,
    ...remedy(removeMarker(marker)),
    position: marker.position,
  };
}

/**
 * Returns the acceptances of a package. They are stored for each package, because most packages are
 * the same objects in each run of `--watch`.
 */
const acceptancesOf = once((pkg: Package): readonly Acceptance[] => {
  const prefix = pkg.id === "." ? "" : `${pkg.id}/`;
  const isInFolder = ({ file }: Position): boolean =>
    file.startsWith(prefix) && !file.slice(prefix.length).includes("/");
  const lines = (markers: readonly Marker[], places: readonly Position[]): readonly Acceptance[] => {
    if (!accept.has({ markers })) return [];
    const covered = [...markers.map(({ position }) => position), ...places].map(({ line }) => line);
    const [first, last] = [Math.min(...covered), Math.max(...covered)];
    return accepted(markers, ({ file, line }) => file === markers[0]?.position.file && line >= first && line <= last);
  };
  return [
    ...accepted(pkg.markers, isInFolder),
    ...Object.values(pkg.types).flatMap((type) => [
      ...lines(type.markers, placesOf(type)),
      ...ownFields(type).flatMap(({ markers, position }) => lines(markers, [position])),
      ...literalMembersOf(type).flatMap(({ markers }) => lines(markers, [])),
    ]),
    ...[...pkg.functions, ...pkg.constants].flatMap(({ markers, position }) => lines(markers, [position])),
  ];
});

function accepted(markers: readonly Marker[], covers: Acceptance["covers"]): readonly Acceptance[] {
  return accept.readAll({ markers }).map(({ marker, value: code }) => ({ marker, code, covers }));
}

/** Returns the positions of a type's name, of its fields, and of the markers on its fields. */
function placesOf(type: TypeDeclaration): readonly Position[] {
  const fields = ownFields(type).flatMap((field) => [field.position, ...field.markers.map(({ position }) => position)]);
  return [type.position, ...fields];
}
