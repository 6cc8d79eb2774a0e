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
    message: `${fn.name} is never called: no defaulted object contains its type`,
    needsAllTypes: true,
    ...(type === undefined || own === undefined || own.id === type.id
      ? remedyAs(
          "put +k8s:defaulter-gen=TypeMeta into doc.ts, or +k8s:defaulter-gen=true on the type, or remove the function",
          ...(type === undefined ? [] : [addMarker(type.position, "+k8s:defaulter-gen=true")]),
        )
      : {
          hint: `its parameter is ${type.name} of ${posix.dirname(type.position.file)}: import ${own.name} of ${own.position.file} instead`,
        }),
    position: fn.position,
  };
}
