import type { Stranger } from "../../other/types.js";
import type { Line } from "./types.js";

/** Omits the cache. */
export function DeepCopy_Line(input: Line): Line {
  return { name: input.name };
}

/** The folder of this type has no copy functions. */
export function DeepCopy_Stranger(input: Stranger): Stranger {
  return { names: [...input.names] };
}
