import type { MarkerDefinition } from "../../engine/markers/marker.js";

const owner = "defaults";

export const defaultsMarkers: readonly MarkerDefinition[] = [
  {
    name: "k8s:defaulter-gen",
    places: ["package", "type", "function"],
    value:
      "on a package `TypeMeta`, `ObjectMeta`, `ListMeta` or the name of a property; on a type `true` or `false`; on a function `covers`",
    description:
      "On a package: generates `SetObjectDefaults_<T>` for every interface with this base or property. On a type: turns it on or off for this type. " +
      "On a function `SetDefaults_<T>`: the function also sets the defaults of the objects in its object.",
    example: "+k8s:defaulter-gen=TypeMeta",
    owner,
    repeatable: true,
    check: ({ value }) => (value === undefined || value === "" ? "it needs a value, such as `TypeMeta`" : undefined),
  },
  {
    name: "k8s:defaulter-gen-input",
    places: ["package"],
    value: "a folder",
    description: "The folder of the types. Their defaulting functions are in this folder.",
    example: "+k8s:defaulter-gen-input=../../../api/v1",
    owner,
    check: ({ value }) => (value === undefined || value === "" ? "it names a folder, relative to this one" : undefined),
  },
  {
    name: "default",
    places: ["field", "type"],
    value: "a JSON literal, `ref(Name)` or `ref(../folder.Name)`",
    description:
      "The default of a property. On a type: the default of optional properties, list elements and map values of this type.",
    example: '+default="Fast"',
    owner,
    raw: true,
    check: ({ value }) => (value === undefined || value === "" ? "it needs a JSON literal or ref(Name)" : undefined),
  },
  {
    name: "omitzero",
    places: ["field"],
    value: "none",
    description:
      "A zero value counts as unset, as with Go's omitempty: a default replaces it, and a conversion from a required property omits it.",
    example: "+omitzero",
    owner,
  },
];
