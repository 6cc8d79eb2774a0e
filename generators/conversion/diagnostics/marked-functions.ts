import { removeMarker, remedyAs } from "../../../engine/base/fix.js";
import type { Package } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import { conversionFn, keeps, loses } from "../../markers/conversion.js";
import { conversionProblems } from "../../problem-codes/conversion.js";

/** Reports `+k8s:conversion-fn` markers on functions that are not conversions. */
export function checkConversionMarkers({ functions }: Package): Problem[] {
  return functions.flatMap((fn) => {
    if (/^convert_/i.test(fn.name)) return [];
    return fn.markers
      .filter((marker) => [conversionFn, keeps, loses].some(({ matches }) => matches(marker)))
      .map(({ name, position }) => ({
        ...conversionProblems.is("conversion/misplaced-marker"),
        message: `+${name} has no effect on the function ${fn.name}, whose name is not the name of a conversion function`,
        ...remedyAs(
          "move the marker to a function with a name like Convert_<a>_<T>_To_<b>_<U>, or remove the marker",
          removeMarker({ position }),
        ),
        position,
      }));
  });
}
