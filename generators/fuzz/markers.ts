import type { MarkerDefinition } from "../../engine/markers/marker.js";

export const fuzzMarkers: readonly MarkerDefinition[] = [
  {
    name: "k8s:fuzz-gen",
    places: ["package"],
    value: "`true` or `false`",
    description:
      "Whether the folder's types get fuzzers. Without the marker those with +groupName do, and the ones that these refer to.",
    example: "+k8s:fuzz-gen=false",
    owner: "fuzz",
    check: ({ value }) => (value === "true" || value === "false" ? undefined : "it is `true` or `false`"),
  },
];
