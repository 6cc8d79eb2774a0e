import { Fuzz_int32 } from "@apimachinery/runtime/testing";
import * as fc from "fast-check";
import type { HorizontalPodAutoscalerSpec } from "./types.js";
import { autoFuzz_HorizontalPodAutoscalerSpec } from "./zz_generated.fuzz.js";

/** The target is always set, because the hub has a default for it. */
export function Fuzz_HorizontalPodAutoscalerSpec(): fc.Arbitrary<HorizontalPodAutoscalerSpec> {
  return fc
    .tuple(autoFuzz_HorizontalPodAutoscalerSpec(), Fuzz_int32())
    .map(([spec, target]) => ({ ...spec, targetCPUUtilizationPercentage: target }));
}
