import { exportIt, remedy, remedyAs, removeMarker, replaceMarker, type Fix } from "../../engine/base/fix.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { orderStrings, type Problem } from "../../engine/base/problem.js";
import { needsCopy } from "./needs-copy.js";
import { deepcopyGen } from "../markers/deepcopy.js";
import { deepcopyProblems } from "../problem-codes/deepcopy.js";

export interface Activation {
  /** Types that get a copy function, sorted by name. */
  readonly types: readonly TypeDeclaration[];
  readonly problems: readonly Problem[];
}

/**
 * Returns the types of a package that get a copy function. With +k8s:deepcopy-gen=package, all
 * exported types get one unless they opt out. Without it, only exported types that opt in get one.
 * Strings, numbers and booleans need no copy function.
 */
export function activate(universe: Universe, pkg: Package): Activation {
  const problems: Problem[] = [];
  const values = deepcopyGen.readAll(pkg);
  for (const { marker, value } of values) {
    // The value `false` disables the generator for the package. Go's marker has the same value,
    // because linters require the marker in every package.
    if (value !== true) continue;
    const text = "write +k8s:deepcopy-gen=package to copy all types of the package";
    problems.push({
      ...deepcopyProblems.is("deepcopy/bad-marker-value"),
      message: "+k8s:deepcopy-gen=true is not valid on a package",
      ...remedy(replaceMarker(marker, "+k8s:deepcopy-gen=package", text)),
      position: marker.position,
    });
  }
  const whole = values.some(({ value }) => value === "package");
  const active = Object.values(pkg.types).filter((type) => {
    const own = ownOptIn(type, problems);
    if (own === true && !type.exported)
      problems.push(
        cannotCopy(
          type,
          `${type.name} has +k8s:deepcopy-gen=true, but is not exported`,
          exportIt(type.position, "export the type, because generated code imports it"),
        ),
      );
    // An opaque type that a folder declares is generic. Copy functions are generated for its
    // instances, not for the generic type itself.
    if (own === false || !type.exported || type.shape.kind === "opaque") return false;
    if (needsCopy(universe, type)) return own === true || whole;
    if (own === true) {
      problems.push(
        cannotCopy(
          type,
          `${type.name} has +k8s:deepcopy-gen=true, but its values are strings, numbers or booleans, which need no copy function`,
          {
            text: "remove +k8s:deepcopy-gen=true",
            edits: deepcopyGen.findAll(type).flatMap((marker) => removeMarker(marker).edits),
          },
        ),
      );
    }
    return false;
  });
  return { types: active.sort((a, b) => orderStrings(a.name, b.name)), problems };
}

/**
 * Returns the boolean value of the type's own marker; undefined if the type has no marker with a
 * boolean value. Appends to `problems`.
 */
function ownOptIn(type: TypeDeclaration, problems: Problem[]): boolean | undefined {
  const values = deepcopyGen.readAll(type);
  for (const { marker, value } of values) {
    if (value !== "package") continue;
    problems.push({
      ...deepcopyProblems.is("deepcopy/bad-marker-value"),
      message: `+k8s:deepcopy-gen=${marker.value ?? ""} is not valid on the type ${type.name}`,
      ...remedyAs(
        "on a type, write +k8s:deepcopy-gen=true or +k8s:deepcopy-gen=false; +k8s:deepcopy-gen=package is valid only in doc.ts",
        replaceMarker(marker, "+k8s:deepcopy-gen=true"),
      ),
      position: marker.position,
    });
  }
  return values.map(({ value }) => value).find((value) => value !== "package");
}

function cannotCopy(type: TypeDeclaration, message: string, fix: Fix): Problem {
  const marker = deepcopyGen.find(type);
  return {
    ...deepcopyProblems.is("deepcopy/not-copyable"),
    message,
    ...remedy(fix),
    position: marker?.position ?? type.position,
  };
}
