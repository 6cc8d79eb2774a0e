import * as fc from "fast-check";
import type { PodSpec } from "./types.js";
import { autoFuzz_PodSpec, Fuzz_PodSecurityContext } from "./zz_generated.fuzz.js";

/**
 * Adds a security context. A pod that was converted from a version always has one, because it has
 * some fields of the version's spec.
 */
export function Fuzz_PodSpec(): fc.Arbitrary<PodSpec> {
  return fc
    .tuple(autoFuzz_PodSpec(), Fuzz_PodSecurityContext())
    .map(([spec, securityContext]) => ({ ...spec, securityContext }));
}
