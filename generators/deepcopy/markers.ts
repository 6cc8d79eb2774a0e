import type { Marker, MarkerDefinition } from "../../engine/markers/marker.js";

const owner = "deepcopy";

export const deepcopyMarkers: readonly MarkerDefinition[] = [
  {
    name: "k8s:deepcopy-gen",
    places: ["package", "type"],
    value: "on a package `package`; on a type `true` or `false`",
    description: "Generates `DeepCopy_<T>` for every type of the folder, or for this type; `false` excludes a type.",
    example: "+k8s:deepcopy-gen=package",
    exampleOn: { type: "+k8s:deepcopy-gen=true" },
    owner,
    check: ({ value }) =>
      isPackageValue(value) || isTypeValue(value)
        ? undefined
        : "it is `package` on a package, `true` or `false` on a type",
  },
  {
    name: "k8s:deepcopy-gen:interfaces",
    places: ["type"],
    value: "Go interfaces, each `<package>.<Interface>`, separated by commas",
    description: "The form is checked. It has no effect, because plain objects have no methods.",
    example: "+k8s:deepcopy-gen:interfaces=runtime.Object",
    owner,
    repeatable: true,
    check: ({ value }) =>
      (value ?? "").split(",").every((name) => /^[\w./~-]+\.[A-Za-z_]\w*$/.test(name.trim()))
        ? undefined
        : "it names Go interfaces, each `<package>.<Interface>`, separated by commas",
  },
  {
    name: "k8s:deepcopy-gen:nonpointer-interfaces",
    places: ["type"],
    value: "`true` or `false`",
    description: "The form is checked. It has no effect, because plain objects have no pointers.",
    example: "+k8s:deepcopy-gen:nonpointer-interfaces=true",
    owner,
    check: ({ value }) => (isTypeValue(value) ? undefined : "it is `true` or `false`"),
  },
];

/**
 * Reports whether the value of a marker is `package`. As Go's tool, it accepts and ignores
 * `register` after `package`.
 */
export function isPackageValue(value: Marker["value"]): boolean {
  return /^package(,register(=(true|false))?)?$/.test(value ?? "");
}

export function isTypeValue(value: Marker["value"]): boolean {
  return value === "true" || value === "false";
}
