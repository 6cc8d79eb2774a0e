import { exportIt, remedy, remedyAs, removeMarker, replaceMarker, type Fix } from "../../engine/fix/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { compareText, type Problem } from "../../engine/problem.js";
import { needsCopy } from "./needs-copy.js";
import { isPackageValue, isTypeValue } from "./markers.js";

export interface Activation {
  /** The types that get a copy function, by name in code-point order. */
  readonly types: readonly TypeDeclaration[];
  readonly problems: readonly Problem[];
}

/**
 * Which types of a folder are to be copied: all, where its package comment says so, but for those
 * that opt out.
 */
export function activate(universe: Universe, { markers, types }: Package): Activation {
  const problems: Problem[] = [];
  const packageMarkers = markers.filter(({ name }) => name === "k8s:deepcopy-gen");
  for (const { value, position } of packageMarkers) {
    // As in Go, `false` opts the folder out: linters ask for the marker in every folder.
    if (isPackageValue(value) || !isTypeValue(value) || value === "false") continue;
    problems.push({
      code: "deepcopy/bad-marker-value",
      severity: "error",
      message: `+k8s:deepcopy-gen=${value ?? ""} stands on a package`,
      ...remedy(
        replaceMarker(
          { position },
          "+k8s:deepcopy-gen=package",
          "for the whole folder it is +k8s:deepcopy-gen=package",
        ),
      ),
      position,
    });
  }
  const whole = packageMarkers.some(({ value }) => isPackageValue(value));
  const active = Object.values(types).filter((type) => {
    const wish = wishOf(type, problems);
    if (wish === true && !type.exported)
      problems.push(
        cannotCopy(
          type,
          `${type.name} asks for a copy function, but is not exported`,
          (text) => exportIt(type.position, text),
          "export the type: generated code imports it",
        ),
      );
    // What is opaque in a folder is a generic, which is copied for each of its arguments.
    if (wish === false || !type.exported || type.shape.kind === "opaque") return false;
    if (needsCopy(universe, type)) return wish === true || whole;
    if (wish === true) {
      problems.push(
        cannotCopy(
          type,
          `${type.name} asks for a copy function, but its values are text, numbers or booleans`,
          (text) => ({ text, edits: ownMarkers(type).flatMap((marker) => removeMarker(marker).edits) }),
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
  const own = ownMarkers(type);
  for (const { value, position } of own) {
    if (isTypeValue(value) || !isPackageValue(value)) continue;
    problems.push({
      code: "deepcopy/bad-marker-value",
      severity: "error",
      message: `+k8s:deepcopy-gen=${value ?? ""} stands on the type ${type.name}`,
      ...remedyAs(
        "on a type it is +k8s:deepcopy-gen=true or +k8s:deepcopy-gen=false; =package belongs into doc.ts",
        replaceMarker({ position }, "+k8s:deepcopy-gen=true"),
      ),
      position,
    });
  }
  const value = own[0]?.value;
  return isTypeValue(value) ? value === "true" : undefined;
}

function ownMarkers({ markers }: TypeDeclaration): readonly Marker[] {
  return markers.filter(({ name }) => name === "k8s:deepcopy-gen");
}

function cannotCopy(type: TypeDeclaration, message: string, fix: (text: string) => Fix, text: string): Problem {
  const [marker] = ownMarkers(type);
  return {
    code: "deepcopy/not-copyable",
    severity: "error",
    message,
    ...remedy(fix(text)),
    position: marker?.position ?? type.position,
  };
}
