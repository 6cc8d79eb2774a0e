import { bounds } from "../schema/limits.js";

const [items, properties, characters] = [bounds.items[1], bounds.properties[1], bounds.characters[1]];

/**
 * Returns Kubernetes' message for the estimated cost of a CEL rule that exceeds a limit.
 * @param what the subject of the message
 */
export function costText(what: string, cost: bigint, limit: bigint): string {
  const factor = Number(cost) / Number(limit);
  const shown = factor > 100 ? "more than 100x" : `${factor < 1.5 ? factor.toFixed(6) : factor.toFixed(1)}x`;
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding ${items}, ${properties}, and ${characters} where arrays, maps, and strings are declared)`;
}
