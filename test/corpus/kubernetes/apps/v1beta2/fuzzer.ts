import * as fc from "fast-check";
import { templateGeneration, withNumber } from "../deprecated-annotations.js";
import { labelsOf } from "../scale-selector.js";
import type { DaemonSet, ScaleStatus } from "./types.js";
import { autoFuzz_DaemonSet, autoFuzz_ScaleStatus } from "./zz_generated.fuzz.js";

/** The hub always has a template generation. */
export function Fuzz_DaemonSet(): fc.Arbitrary<DaemonSet> {
  return autoFuzz_DaemonSet().map((set) => ({
    ...set,
    metadata: withNumber(set.metadata, templateGeneration, set.status.numberReady),
  }));
}

/** Both fields of a scale's status that contain its selector have the same content. */
export function Fuzz_ScaleStatus(): fc.Arbitrary<ScaleStatus> {
  const selectors = fc.constantFrom("app=a", "app=a,tier=b", "app in (a,b)", "!app");
  return fc.tuple(autoFuzz_ScaleStatus(), selectors).map(([{ replicas }, targetSelector]) => {
    const selector = labelsOf(targetSelector);
    return { replicas, targetSelector, ...(selector === undefined ? {} : { selector }) };
  });
}
