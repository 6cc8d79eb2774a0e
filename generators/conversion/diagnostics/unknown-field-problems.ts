import { addMarker, remedy } from "../../../engine/base/fix.js";
import type { Position, Problem } from "../../../engine/base/problem.js";
import type { ObjectShape } from "../../../engine/model/universe.js";
import type { Direction } from "../../pairs/directions.js";
import type { Links } from "../../pairs/links.js";
import type { ValueScope } from "../../pairs/value.js";
import { preserveUnknownFields } from "../../markers/crd.js";
import { conversionProblems } from "../../problem-codes/conversion.js";
import { keepsUnknown, losesUnknown } from "../../type-schemas/unknown-fields.js";

/** Reports types and fields that keep unknown fields, and whose peers do not. */
export function unknownFieldProblems(
  { context }: ValueScope,
  { from, to }: Direction,
  shape: ObjectShape,
  { byOutput }: Links,
): readonly Problem[] {
  const { universe, types } = context;
  const [input, output] = [types.label(from), types.label(to)];
  const ofType =
    keepsUnknown(universe, from) && !keepsUnknown(universe, to) ? [problem(input, output, to.position)] : [];
  const ofFields = shape.fields.flatMap((field) => {
    const peer = byOutput.get(field.name);
    if (peer === undefined || !losesUnknown(universe, peer, field)) return [];
    return [problem(`${input}.${peer.name}`, `${output}.${field.name}`, field.position)];
  });
  return [...ofType, ...ofFields];
}

function problem(input: string, output: string, position: Position): Problem {
  const marker = `+${preserveUnknownFields.name}`;
  return {
    ...conversionProblems.is("conversion/unknown-fields"),
    message: `${input} keeps unknown fields, but ${output} does not, so their conversion drops unknown fields`,
    ...remedy(addMarker(position, marker, `add to ${output}: ${marker}`)),
    position,
  };
}
