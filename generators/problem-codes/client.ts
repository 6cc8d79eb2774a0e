import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";

export const clientProblems = defineProblems({
  area: "client",
  rule: "The markers of typed clients (`+genclient` and others) describe valid resources and methods.",
  page: "docs/clientset.md",
  rows: {
    "client/bad-method": row("error", "marker", "docs/clientset.md#own-methods", {
      meaning: "A `+genclient:method` marker is incomplete or has a wrong argument.",
      repair: "Write the name of the method, the verb and, for a subresource, its name.",
    }),
    "client/no-resource": row("error", "marker", "docs/clientset.md", {
      meaning: "A type with `+genclient` is not a kind, so it has no resource.",
      repair: "Let the type extend `TypeMeta` and have metadata, or remove the marker.",
    }),
    "client/same-group-name": row("error", "marker", "docs/clientset.md#names", {
      meaning: "Two API groups have the same name in the generated clients.",
      repair: "Set another name for one of the groups with `+groupGoName`.",
    }),
    "client/same-method": row("error", "marker", "docs/clientset.md#names", {
      meaning: "Two resources or methods have the same name in a generated client.",
      repair: "Give a resource another plural in `plurals`, or give a method another name.",
    }),
    "client/unknown-type": row("error", "marker", "docs/clientset.md#own-methods", {
      meaning: "A `+genclient:method` marker names a type that the folder does not export.",
      repair: "Correct the name, or export the type.",
    }),
  },
});
