import type { Type } from "../../../engine/model/universe.js";
import type { ConversionContext } from "../../pairs/context.js";
import type { Direction } from "../../pairs/directions.js";
import type { OmittedField } from "../plan/fields.js";
import type { Types } from "../../pairs/types.js";
import { membersText } from "./member-problems.js";

/** Returns the reason why generated code omits a field, as a sentence. */
export function lossText({ types }: ConversionContext, { from, to }: Direction, loss: OmittedField): string {
  const input = `${types.label(from)}.${loss.field.name}`;
  if (loss.why === "no-peer") return `${input} has no peer in ${types.label(to)}`;
  const output = `${types.label(to)}.${loss.peer.name}`;
  const { why } = loss;
  switch (why.kind) {
    case "missing":
      return `no function converts ${types.label(why.from)} to ${types.label(why.to)}, the types of ${input} and ${output}`;
    case "members":
      return `${input} has ${membersText(why.values)}, which ${output} does not have`;
    case "narrowing":
    case "differ": {
      const [a, b] = [opened(types, loss.field.type, why.from), opened(types, loss.peer.type, why.to)];
      const end = why.kind === "narrowing" ? ", which cannot represent all of these values" : "";
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
  if (type === part) return types.describe(type);
  switch (type.kind) {
    case "list":
      return `${opened(types, type.element, part)}[]`;
    case "map":
      return `Record<string, ${opened(types, type.value, part)}>`;
    case "ref": {
      const alias = types.unwrap(type);
      return alias.kind === "ref" ? types.describe(type) : opened(types, alias, part);
    }
    default:
      return types.describe(type);
  }
}
