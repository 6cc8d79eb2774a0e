import * as fc from "fast-check";
import type { PodSpec } from "./types.js";
import { autoFuzz_PodSpec, Fuzz_PodSecurityContext } from "./zz_generated.fuzz.js";

/**
 * Adds a security context to a pod. Conversion from a version always creates one, because some
 * fields of the version's spec are in the hub's security context.
 */
export function Fuzz_PodSpec(): fc.Arbitrary<PodSpec> {
  return fc
    .tuple(autoFuzz_PodSpec(), Fuzz_PodSecurityContext())
    .map(([spec, securityContext]) => ({ ...spec, securityContext }));
}
