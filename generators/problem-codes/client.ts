import { defineProblems } from "../../engine/base/define-problems.js";

export const clientProblems = defineProblems({
  area: "client",
  rule: "The markers of the typed client describe resources and methods that a client can have (+genclient).",
  page: "docs/clientset.md",
  rows: {
    "client/bad-method": {
      severity: "error",
      place: "marker",
      meaning: "A `+genclient:method` marker is incomplete or has a wrong argument.",
      repair: "Write the name, the verb and, if it is not the object itself, the subresource.",
      page: "docs/clientset.md#own-methods",
    },
    "client/no-resource": {
      severity: "error",
      place: "marker",
      meaning: "A type with `+genclient` is not a kind, so that it has no resource.",
      repair: "Let the type extend `TypeMeta` and have metadata, or remove the marker.",
    },
    "client/same-group-name": {
      severity: "error",
      place: "marker",
      meaning: "Two API groups have the same name in the generated clients.",
      repair: "Name one of them with `+groupGoName`.",
      page: "docs/clientset.md#names",
    },
    "client/same-method": {
      severity: "error",
      place: "marker",
      meaning: "Two resources or methods have the same name in a generated client.",
      repair: "Give one of them another name: another plural under `plurals`, or another name of the method.",
      page: "docs/clientset.md#names",
    },
    "client/unknown-type": {
      severity: "error",
      place: "marker",
      meaning: "A `+genclient:method` marker names a type that the folder does not export.",
      repair: "Correct the name, or export the type.",
      page: "docs/clientset.md#own-methods",
    },
  },
});
