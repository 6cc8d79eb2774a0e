import * as fc from "fast-check";
import type { PodSpec } from "./types.js";
import { autoFuzz_PodSpec, Fuzz_PodSecurityContext } from "./zz_generated.fuzz.js";

/**
 * With a security context, which every pod that comes from a version has: part of it stands in the
 * spec there.
 */
export function Fuzz_PodSpec(): fc.Arbitrary<PodSpec> {
  return fc
    .tuple(autoFuzz_PodSpec(), Fuzz_PodSecurityContext())
    .map(([spec, securityContext]) => ({ ...spec, securityContext }));
}
