import type { FunctionDeclaration } from "../../../engine/model/universe.js";
import type { Direction } from "../directions.js";

/**
 * Whether a person's function says anything of a field. Handing the whole input to the generated
 * function is no mention; handing it to anything else is.
 */
export function mentions(
  person: FunctionDeclaration,
  field: string,
  { autoConvert }: Pick<Direction, "autoConvert">,
): boolean {
  return person.mentions.includes(field) || (person.mentions.includes("*") && !person.uses.includes(autoConvert));
}
