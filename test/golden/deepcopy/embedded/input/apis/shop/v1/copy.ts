import type { Special } from "./types.js";

export function DeepCopy_Special(input: Special): Special {
  return { ...input, names: [...input.names] };
}
