import type * as fc from "fast-check";
import { withSomeAnnotationsOrNone } from "../meta/annotations.js";
import type { DaemonSet, Deployment, StatefulSetSpec } from "./types.js";
import { autoFuzz_DaemonSet, autoFuzz_Deployment, autoFuzz_StatefulSetSpec } from "./zz_generated.fuzz.js";

export function Fuzz_DaemonSet(): fc.Arbitrary<DaemonSet> {
  return autoFuzz_DaemonSet().map(withSomeAnnotationsOrNone);
}

export function Fuzz_Deployment(): fc.Arbitrary<Deployment> {
  return autoFuzz_Deployment().map(withSomeAnnotationsOrNone);
}

/** In the hub, volume claims have no apiVersion and kind. */
export function Fuzz_StatefulSetSpec(): fc.Arbitrary<StatefulSetSpec> {
  return autoFuzz_StatefulSetSpec().map((spec) => {
    if (spec.volumeClaimTemplates === undefined) return spec;
    const claims = spec.volumeClaimTemplates.map(({ apiVersion: _apiVersion, kind: _kind, ...claim }) => claim);
    return { ...spec, volumeClaimTemplates: claims };
  });
}
