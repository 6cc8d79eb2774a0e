import type { MarkerDefinition } from "../../engine/markers/marker.js";

const owner = "defaults";

export const defaultsMarkers: readonly MarkerDefinition[] = [
  {
    name: "k8s:defaulter-gen",
    places: ["package", "type", "function"],
    value:
      "on a package `TypeMeta`, `ObjectMeta`, `ListMeta` or the name of a property; on a type `true` or `false`; on a function `covers`",
    description:
      "On a package: generates SetObjectDefaults_<T> for every interface with such a base or property. On a type: for this one, or not for it. " +
      "On a SetDefaults_ function: it sets the defaults of everything below its object itself.",
    example: "+k8s:defaulter-gen=TypeMeta",
    owner,
    repeatable: true,
    check: ({ value }) => (value === undefined || value === "" ? "it needs a value, such as `TypeMeta`" : undefined),
  },
  {
    name: "k8s:defaulter-gen-input",
    places: ["package"],
    value: "a folder",
    description: "The types stand in that folder, their functions are looked for and generated in this one.",
    example: "+k8s:defaulter-gen-input=../../../api/v1",
    owner,
    check: ({ value }) => (value === undefined || value === "" ? "it names a folder, relative to this one" : undefined),
  },
  {
    name: "default",
    places: ["field", "type"],
    value: "a JSON literal, `ref(Name)` or `ref(../folder.Name)`",
    description:
      "The value that an unset property gets. On a type: for optional properties, list elements and map values of that type that have no default of their own.",
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
      "A zero value counts as unset, as with Go's omitempty: a default replaces it, and converting from a required property leaves it out.",
    example: "+omitzero",
    owner,
  },
];
