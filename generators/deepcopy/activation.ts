import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { compareText, type Problem } from "../../engine/problem.js";
import { needsCopy } from "./needs-copy.js";
import { isPackageValue, isTypeValue } from "./markers.js";

export interface Activation {
  /** The types that get a copy function, by name in code-point order. */
  readonly types: readonly TypeDeclaration[];
  readonly problems: readonly Problem[];
}

/** Which types of a folder are to be copied: all, where its package comment says so, but for those that opt out. */
export function activate(universe: Universe, { markers, types }: Package): Activation {
  const problems: Problem[] = [];
  const packageMarkers = markers.filter(({ name }) => name === "k8s:deepcopy-gen");
  for (const { value, position } of packageMarkers) {
    if (isPackageValue(value) || !isTypeValue(value)) continue;
    problems.push({
      code: "deepcopy/bad-marker-value",
      severity: "error",
      message: `+k8s:deepcopy-gen=${value ?? ""} stands on a package`,
      hint: "+k8s:deepcopy-gen=package generates copies for the whole folder; without the marker there are none",
      position,
    });
  }
  const whole = packageMarkers.some(({ value }) => isPackageValue(value));
  const active = Object.values(types).filter((type) => {
    const wish = wishOf(type, problems);
    if (wish === true && !type.exported)
      problems.push(
        cannotCopy(type, `${type.name} asks for a copy function, but is not exported`, "export the type: generated code imports it"),
      );
    // What is opaque in a folder is a generic, which is copied for each of its arguments.
    if (wish === false || !type.exported || type.shape.kind === "opaque") return false;
    if (needsCopy(universe, type)) return wish === true || whole;
    if (wish === true) {
      problems.push(
        cannotCopy(
          type,
          `${type.name} asks for a copy function, but its values are text, numbers or booleans`,
          "remove +k8s:deepcopy-gen=true: assigning such a value copies it",
        ),
      );
    }
    return false;
  });
  return { types: active.sort((a, b) => compareText(a.name, b.name)), problems };
}

/** What the type itself says, if anything. */
function wishOf(type: TypeDeclaration, problems: Problem[]): boolean | undefined {
  const own = type.markers.filter(({ name }) => name === "k8s:deepcopy-gen");
  for (const { value, position } of own) {
    if (isTypeValue(value) || !isPackageValue(value)) continue;
    problems.push({
      code: "deepcopy/bad-marker-value",
      severity: "error",
      message: `+k8s:deepcopy-gen=${value ?? ""} stands on the type ${type.name}`,
      hint: "on a type it is +k8s:deepcopy-gen=true or +k8s:deepcopy-gen=false; =package belongs into doc.ts",
      position,
    });
  }
  const value = own[0]?.value;
  return isTypeValue(value) ? value === "true" : undefined;
}

function cannotCopy(type: TypeDeclaration, message: string, hint: string): Problem {
  const marker = type.markers.find(({ name }) => name === "k8s:deepcopy-gen");
  return { code: "deepcopy/not-copyable", severity: "error", message, hint, position: marker?.position ?? type.position };
}
