import { posix } from "node:path";
import { addMarker, remedyAs } from "../../engine/base/fix.js";
import { defaultsProblems } from "../problem-codes/defaults.js";
import type { FunctionDeclaration, Package, TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";

/**
 * Returns the warning for a defaulting function that is never called.
 * @param type type whose defaults the function sets
 * @param pkg package of the function
 */
export function unusedFunction(fn: FunctionDeclaration, type: TypeDeclaration | undefined, pkg: Package): Problem {
  const own = pkg.types[type?.name ?? ""];
  return {
    ...defaultsProblems.is("defaults/unused-function"),
    message: `${fn.name} is never called: no object with defaulting contains the type of its parameter`,
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
