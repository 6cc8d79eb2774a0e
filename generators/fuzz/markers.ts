import type { MarkerDefinition } from "../../engine/markers/marker.js";

export const fuzzMarkers: readonly MarkerDefinition[] = [
  {
    name: "k8s:fuzz-gen",
    places: ["package"],
    value: "`true` or `false`",
    description:
      "Whether the folder's types get fuzzers. By default, folders with +groupName do, and the folders that their types refer to.",
    example: "+k8s:fuzz-gen=false",
    owner: "fuzz",
    check: ({ value }) => (value === "true" || value === "false" ? undefined : "must be true or false"),
  },
];
