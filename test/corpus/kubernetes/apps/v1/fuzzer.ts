import type * as fc from "fast-check";
import { templateGeneration, withNumber } from "../deprecated-annotations.js";
import type { DaemonSet } from "./types.js";
import { autoFuzz_DaemonSet } from "./zz_generated.fuzz.js";

/** The hub always has a template generation. */
export function Fuzz_DaemonSet(): fc.Arbitrary<DaemonSet> {
  return autoFuzz_DaemonSet().map((set) => ({
    ...set,
    metadata: withNumber(set.metadata, templateGeneration, set.status.numberReady),
  }));
}
