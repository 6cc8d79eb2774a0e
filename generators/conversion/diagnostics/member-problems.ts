import type { Field, TypeDeclaration } from "../../../engine/model/universe.js";
import { innermost } from "../../../engine/model/type-parts.js";
import { formatPosition, type Problem } from "../../../engine/base/problem.js";
import type { Stub } from "../../../engine/base/stub.js";
import type { Direction } from "../../pairs/directions.js";
import { pairNames } from "../../pairs/discovery/function-names.js";
import type { MissingMembers } from "../../pairs/missing-members.js";
import { stubOf } from "./stub.js";
import { referenceTo } from "../../pairs/types.js";
import type { ConversionContext } from "../../pairs/context.js";
import { conversionProblems } from "../../problem-codes/conversion.js";

/**
 * Reports members of a union of literals that the peer's union does not have. If both unions have
 * an alias, a function for the aliases is proposed, and the position is the input's alias, or the
 * field if an npm package declares the alias. Otherwise the problem is reported at each field, and
 * `ownStub`, the function for the object, is proposed if it is given.
 */
export function missingMembersProblem(
  context: ConversionContext,
  direction: Direction,
  field: Field,
  peer: Field,
  why: MissingMembers,
  ownStub?: Stub,
): Problem {
  const { types } = context;
  const head = conversionProblems.is("conversion/missing-enum-member");
  const all = membersText(why.values);
  const { aliases } = why;
  if (aliases === undefined) {
    const [input, output] = [
      `${types.label(direction.from)}.${field.name}`,
      `${types.label(direction.to)}.${peer.name}`,
    ];
    const alias = `export type ${field.name.charAt(0).toUpperCase()}${field.name.slice(1)} = ${types.describe(types.unwrap(innermost(field.type, types.unwrap)))}`;
    const hint = `${both(why, output, peer)}\nto convert the values with one function, declare an alias in both packages: ${alias}`;
    return {
      ...head,
      message: `${input} has ${all}, which ${output} does not have`,
      hint,
      ...(ownStub === undefined ? {} : { stub: ownStub }),
      position: field.position,
    };
  }
  const [input, output] = [types.label(aliases.from), types.label(aliases.to)];
  const unwrapped = types.unwrap(referenceTo(aliases.to));
  const candidates = unwrapped.kind === "literals" ? unwrapped.values.map((value) => JSON.stringify(value)) : [];
  const name = pairNames(types, referenceTo(aliases.from), referenceTo(aliases.to))?.convert ?? direction.convert;
  const isOwn = types.packageOf(aliases.from).kind === "folder";
  return {
    ...head,
    message: `${input} has ${all}, which ${output} does not have`,
    hint: both(why, output, aliases.to),
    stub: stubOf(context, direction.target, name, aliases.from, aliases.to, {
      kind: "literals",
      values: why.values,
      candidates,
    }),
    position: isOwn ? aliases.from.position : field.position,
  };
}

function both(
  { values }: MissingMembers,
  output: string,
  { position }: Pick<Field | TypeDeclaration, "position">,
): string {
  return `if both should have ${membersText(values)}, add ${values.length === 1 ? "it" : "them"} to ${output} (${formatPosition(position)})`;
}

/** Returns the members in words: `the member "a"` or `the members "a", "b"`. */
export function membersText(values: MissingMembers["values"]): string {
  return `the member${values.length === 1 ? "" : "s"} ${values.map((value) => JSON.stringify(value)).join(", ")}`;
}
