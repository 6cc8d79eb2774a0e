import type { Type } from "../../../engine/model/universe.js";
import type { ConversionContext } from "../../pairs/context.js";
import type { Direction } from "../../pairs/directions.js";
import type { OmittedField } from "../plan/fields.js";
import type { Types } from "../../pairs/types.js";
import { membersText } from "./member-problems.js";

/** Returns the reason why generated code omits a field, as a sentence. */
export function lossText({ types }: ConversionContext, { from, to }: Direction, loss: OmittedField): string {
  const input = `${types.label(from)}.${loss.field.name}`;
  if (loss.kind === "no-peer") return `${input} has no peer in ${types.label(to)}`;
  const output = `${types.label(to)}.${loss.peer.name}`;
  switch (loss.kind) {
    case "missing":
      return `no function converts ${types.label(loss.from)} to ${types.label(loss.to)}, the types of ${input} and ${output}`;
    case "members":
      return `${input} has ${membersText(loss.values)}, which ${output} does not have`;
    case "narrowing":
    case "differ": {
      const [a, b] = [opened(types, loss.field.type, loss.from), opened(types, loss.peer.type, loss.to)];
      const end = loss.kind === "narrowing" ? ", which cannot represent all of these values" : "";
      return `${input} is ${a}, but ${output} is ${b}${end}`;
    }
  }
}

/**
 * Returns a description of a field's type that shows where the two fields differ: `Record<string,
 * v1.Answer>`, also if the type is an alias of that map.
 * @param part the nested type that differs
 */
function opened(types: Types, type: Type, part: Type): string {
  return types.describe(type, (inner) => {
    const alias = types.unwrap(inner);
    if (inner === part || inner.kind === "tuple" || alias.kind === "ref") return types.describe(inner);
    return inner.kind === "ref" ? opened(types, alias, part) : undefined;
  });
}
