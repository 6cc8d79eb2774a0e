import { remedy, removeMarker, replaceMarker } from "../../engine/fix/fix.js";
import type { Package } from "../../engine/model/universe.js";
import { parseFunctionName } from "../../engine/names.js";
import type { Problem } from "../../engine/problem.js";

/**
 * `+k8s:defaulter-gen` on functions that it says nothing about, and with values that say nothing
 * about functions.
 */
export function checkMarkedFunctions({ functions }: Package): Problem[] {
  return functions.flatMap((fn) => {
    const marker = fn.markers.find(({ name }) => name === "k8s:defaulter-gen");
    if (marker === undefined) return [];
    if (marker.value !== "covers") {
      const problem: Problem = {
        code: "defaults/bad-marker-value",
        severity: "error",
        message: `+k8s:defaulter-gen=${marker.value ?? ""} stands on the function ${fn.name}`,
        ...remedy(replaceMarker(marker, "+k8s:defaulter-gen=covers", "on a function it is +k8s:defaulter-gen=covers")),
        position: marker.position,
      };
      return [problem];
    }
    if (parseFunctionName(fn.name)?.kind === "SetDefaults") return [];
    const problem: Problem = {
      code: "defaults/misplaced-marker",
      severity: "warning",
      message: `+k8s:defaulter-gen=covers has no effect on ${fn.name}`,
      ...remedy(removeMarker(marker, "remove it: it is for a SetDefaults_<T> that sets what is below T too")),
      position: marker.position,
    };
    return [problem];
  });
}
