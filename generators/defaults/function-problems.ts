import { remedy, removeMarker, replaceMarker, addMarker, remedyAs } from "../../engine/base/fix.js";
import type { Package, FunctionDeclaration, TypeDeclaration } from "../../engine/model/universe.js";
import { parseFunctionName } from "../../engine/base/names.js";
import type { Problem } from "../../engine/base/problem.js";
import { defaulterGen } from "../markers/defaults.js";
import { defaultsProblems } from "../problem-codes/defaults.js";
import { posix } from "node:path";

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

/**
 * Returns the warning for a defaulting function that is never called.
 * @param type type whose defaults the function sets
 * @param pkg package of the function
 */
export function unusedFunction(fn: FunctionDeclaration, type: TypeDeclaration | undefined, pkg: Package): Problem {
  const own = pkg.types[type?.name ?? ""];
  return {
    ...defaultsProblems.is("defaults/unused-function"),
    message: `${fn.name} is never called: no type with generated defaults contains the type of its parameter`,
    needsAllTypes: true,
    ...(type === undefined || own === undefined || own.id === type.id
      ? remedyAs(
          "add +k8s:defaulter-gen=TypeMeta to doc.ts, or +k8s:defaulter-gen=true to the type; or remove the function",
          ...(type === undefined ? [] : [addMarker(type.position, "+k8s:defaulter-gen=true")]),
        )
      : {
          hint: `the parameter has the type ${type.name} of ${posix.dirname(type.position.file)}: import ${own.name} from ${own.position.file} instead`,
        }),
    position: fn.position,
  };
}
