import type * as fc from "fast-check";
import { withSomeAnnotationsOrNone } from "../meta/annotations.js";
import type { PriorityLevelConfiguration } from "./types.js";
import { autoFuzz_PriorityLevelConfiguration } from "./zz_generated.fuzz.js";

export function Fuzz_PriorityLevelConfiguration(): fc.Arbitrary<PriorityLevelConfiguration> {
  return autoFuzz_PriorityLevelConfiguration().map(withSomeAnnotationsOrNone);
}
