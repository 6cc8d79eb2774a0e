import { defineMarker } from "../../engine/markers/define-marker.js";
import type { MarkerDefinition } from "../../engine/markers/marker.js";

/** Marker that enables or disables fuzzers. */
export const fuzzGen = defineMarker({
  name: "k8s:fuzz-gen",
  places: ["package"],
  value: "`true` or `false`",
  description:
    "Whether fuzzers are generated for the types of the folder. Default: true for folders with +groupName, and for the folders to which their types refer.",
  example: "+k8s:fuzz-gen=false",
  owner: "fuzz",
  parse: ({ value }) =>
    value === "true" || value === "false" ? { value: value === "true" } : { fault: "must be true or false" },
});

export const fuzzMarkers: readonly MarkerDefinition[] = [fuzzGen];
