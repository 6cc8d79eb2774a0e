import { defineMarker, type Marked } from "../../engine/markers/define-marker.js";
import { kubernetesMarker } from "./kubernetes-marker.js";
import type { Marker, MarkerDefinition } from "../../engine/markers/marker.js";
import { parseString } from "../../engine/markers/parsers.js";

const owner = "defaults";

export const defaulterGen = defineMarker({
  name: "k8s:defaulter-gen",
  places: ["package", "type", "function"],
  value:
    "on a package: `TypeMeta`, `ObjectMeta`, `ListMeta` or the name of a property; on a type: `true` or `false`; on a function: `covers`",
  description:
    "On a package: generates `SetObjectDefaults_<T>` for every interface with this base or property. On a type: enables or disables this for the type. " +
    "On a function `SetDefaults_<T>`: the function also sets the defaults of the objects in its object.",
  example: "+k8s:defaulter-gen=TypeMeta",
  owner,
  repeatable: true,
  parse: parseString("needs a value, such as `TypeMeta`"),
  combine: (found) => {
    const values = found.map(({ value }) => value);
    const own = values.find((value) => value === "true" || value === "false");
    return {
      /** Names of base interfaces or properties. All objects that have one of them get defaults. */
      members: values.filter((value) => value !== "false"),
      /** True if one of the markers has the value `false`. */
      optOut: values.includes("false"),
      /**
       * Boolean value of the marker on a type; undefined if the type has no marker with a boolean
       * value.
       */
      own: own === undefined ? undefined : own === "true",
      /**
       * True if the function with the marker also sets the defaults of the objects inside its
       * argument.
       */
      covers: values.includes("covers"),
    };
  },
});

export const defaulterInput = defineMarker({
  name: "k8s:defaulter-gen-input",
  places: ["package"],
  value: "a folder",
  description: "The folder of the types. Their defaulting functions are in this folder.",
  example: "+k8s:defaulter-gen-input=../../../api/v1",
  owner,
  namesFolder: "types",
  parse: parseString("must be a folder, relative to this folder"),
});

export const defaultValue = defineMarker({
  name: "default",
  places: ["field", "type"],
  value: "a JSON literal, `ref(Name)` or `ref(../folder.Name)`",
  description:
    "The default of a property. On a type: the default of optional properties, list elements and map values of this type.",
  example: '+default="Fast"',
  jsdocTags: ["default", "defaultValue"],
  owner,
  raw: true,
  holdsValues: true,
  namesFolder: "reference",
  parse: parseString("needs a JSON literal or ref(Name)"),
});

export const omitZero = defineMarker({
  name: "omitzero",
  places: ["field"],
  value: "none",
  description:
    "A zero value counts as unset, as with `omitempty` in Go: a default replaces a zero value, and a conversion from a required property omits a zero value.",
  example: "+omitzero",
  owner,
  parse: () => ({ value: true }),
});

export const defaultsMarkers: readonly MarkerDefinition[] = [defaulterGen, defaulterInput, defaultValue, omitZero];

/** controller-gen's marker with the same meaning as `+default`. */
const kubebuilderDefault = kubernetesMarker("kubebuilder:default");

/** Reports whether a marker is `+default`, or controller-gen's equivalent marker. */
export function isDefaultMarker(marker: Pick<Marker, "name">): boolean {
  return defaultValue.matches(marker) || kubebuilderDefault.matches(marker);
}

/**
 * Returns the marker with the default of a type or property; undefined if it has none. As in
 * controller-gen, `+kubebuilder:default` has precedence over `+default`.
 */
export function defaultMarkerOf(marked: Marked): Marker | undefined {
  return kubebuilderDefault.find(marked) ?? defaultValue.find(marked);
}

/** Reports whether a type or property has a marker with a default. */
export function hasDefault({ markers }: Marked): boolean {
  return markers.some(isDefaultMarker);
}
