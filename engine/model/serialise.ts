import type { Universe } from "./universe.js";

/** The model as JSON text, for `--dump model`. */
export function serialise(universe: Universe): string {
  return `${JSON.stringify(universe, undefined, 2)}\n`;
}
