import * as fc from "fast-check";
import { labelsOf } from "../scale-selector.js";
import type { ScaleStatus } from "./types.js";
import { autoFuzz_ScaleStatus } from "./zz_generated.fuzz.js";

/** Both fields of a scale's status that contain its selector have the same content. */
export function Fuzz_ScaleStatus(): fc.Arbitrary<ScaleStatus> {
  const selectors = fc.constantFrom("app=a", "app=a,tier=b", "app in (a,b)", "!app");
  return fc.tuple(autoFuzz_ScaleStatus(), selectors).map(([{ replicas }, targetSelector]) => {
    const selector = labelsOf(targetSelector);
    return { replicas, targetSelector, ...(selector === undefined ? {} : { selector }) };
  });
}
