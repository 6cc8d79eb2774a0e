import type { Package } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";

/** `+k8s:conversion-fn` on functions that convert nothing. */
export function checkMarkedFunctions({ functions }: Package): Problem[] {
  return functions.flatMap((fn) => {
    const marker = fn.markers.find(({ name }) => name === "k8s:conversion-fn");
    if (marker === undefined || /^convert_/i.test(fn.name)) return [];
    const problem: Problem = {
      code: "conversion/misplaced-marker",
      severity: "warning",
      message: `+k8s:conversion-fn has no effect on ${fn.name}`,
      hint: "It stands on a function called Convert_<a>_<T>_To_<b>_<U>.",
      position: marker.position,
    };
    return [problem];
  });
}
