import { remedy, removeMarker, replaceMarker } from "../../engine/base/fix.js";
import type { Package } from "../../engine/model/universe.js";
import { parseFunctionName } from "../../engine/base/names.js";
import type { Problem } from "../../engine/base/problem.js";
import { defaulterGen } from "../markers/defaults.js";
import { defaultsProblems } from "../problem-codes/defaults.js";

/**
 * Reports functions with an invalid value of `+k8s:defaulter-gen`, and functions on which the
 * marker has no effect.
 */
export function checkDefaultingMarkers({ functions }: Package): Problem[] {
  return functions.flatMap((fn) => {
    const marker = defaulterGen.find(fn);
    if (marker === undefined) return [];
    if (marker.value !== "covers") {
      const problem: Problem = {
        ...defaultsProblems.is("defaults/bad-marker-value", "error"),
        message: `+k8s:defaulter-gen=${marker.value ?? ""} is not valid on the function ${fn.name}`,
        ...remedy(replaceMarker(marker, "+k8s:defaulter-gen=covers", "on a function, write +k8s:defaulter-gen=covers")),
        position: marker.position,
      };
      return [problem];
    }
    if (parseFunctionName(fn.name)?.kind === "SetDefaults") return [];
    const problem: Problem = {
      ...defaultsProblems.is("defaults/misplaced-marker"),
      message: `+k8s:defaulter-gen=covers has no effect on ${fn.name}, which is not named SetDefaults_<Type>`,
      ...remedy(
        removeMarker(
          marker,
          "remove the marker: it is for a function SetDefaults_<Type> that also sets the defaults of nested objects",
        ),
      ),
      position: marker.position,
    };
    return [problem];
  });
}
