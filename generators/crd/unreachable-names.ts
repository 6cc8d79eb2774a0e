import type { Marker } from "../../engine/markers/marker.js";
import type { Field, TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { countedNames } from "../markers/constraints.js";
import { immutable, isMemberMarker, unionDiscriminator, withoutCEL } from "../markers/crd.js";
import { escapedName } from "../../runtime/cel/index.js";
import { celProblems } from "../problem-codes/crd.js";

/**
 * Reports markers that need a CEL rule about a property whose name a rule cannot contain, such as
 * `$ref`.
 */
export function unreachableNames(type: TypeDeclaration): readonly Problem[] {
  const counting = withoutCEL.has(type) ? [] : type.markers;
  const own = counting.flatMap((marker) => countedNames(marker).flatMap((name) => problem(type, marker, name)));
  const fields = type.shape.kind === "object" ? type.shape.fields.filter(({ from }) => from === undefined) : [];
  return [...own, ...fields.flatMap((field) => ofField(type, field))];
}

function ofField(type: TypeDeclaration, { markers, name, optional, nullable }: Field): readonly Problem[] {
  const marker = markers.find(
    (one) =>
      isMemberMarker(one) ||
      unionDiscriminator.matches(one) ||
      ((optional || nullable === true) && immutable.matches(one)),
  );
  return marker === undefined ? [] : problem(type, marker, name);
}

function problem({ name: of }: TypeDeclaration, marker: Marker, name: string): readonly Problem[] {
  if (escapedName(name) !== undefined) return [];
  return [
    {
      ...celProblems.is("cel/unreachable"),
      message: `+${marker.name} of ${of} needs a CEL rule about the property ${JSON.stringify(name)}, and CEL has no form for this name`,
      hint: "use a name of letters, digits, _, -, . and / that begins with a letter or _, or check the values in a webhook",
      position: marker.position,
    },
  ];
}
