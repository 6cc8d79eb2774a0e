import { defineMarker } from "../../engine/markers/define-marker.js";
import { oneOf, some } from "./known/define.js";
import type { MarkerDefinition, MarkerPlace } from "../../engine/markers/marker.js";
import { parseChecked } from "../../engine/markers/parsers.js";

const owner = "schema";
const anywhere: readonly MarkerPlace[] = ["type", "field"];

const patchStrategies: readonly string[] = ["merge", "replace", "retainKeys"];

export const schemaGen = defineMarker({
  name: "k8s:schema-gen",
  places: ["package", "type"],
  value: "`true` or `false`",
  description:
    "Enables or disables schemas (`<T>Schema`) for a package or a type. By default, they are enabled in packages with other generated code.",
  example: "+k8s:schema-gen=true",
  owner,
  parse: ({ value }) =>
    value === "true" || value === "false" ? { value: value === "true" } : { fault: "needs true or false" },
});

export const listType = defineMarker({
  name: "listType",
  places: anywhere,
  value: "`atomic`, `set` or `map`",
  description: "How concurrent changes of a list are merged, and which items are the same.",
  example: "+listType=map",
  owner,
  parse: parseChecked(oneOf("atomic", "set", "map")),
});

export const listMapKey = defineMarker({
  name: "listMapKey",
  places: anywhere,
  value: "a property of the items",
  description: "A key of a list with +listType=map. Several keys are several markers.",
  example: "+listMapKey=name",
  owner,
  repeatable: true,
  parse: parseChecked(some),
});

export const mapType = defineMarker({
  name: "mapType",
  places: anywhere,
  value: "`atomic` or `granular`",
  description: "Whether a change replaces the whole map or single entries.",
  example: "+mapType=atomic",
  owner,
  parse: parseChecked(oneOf("atomic", "granular")),
});

export const structType = defineMarker({
  name: "structType",
  places: anywhere,
  value: "`atomic` or `granular`",
  description: "Whether a change replaces the whole object or single properties.",
  example: "+structType=atomic",
  owner,
  parse: parseChecked(oneOf("atomic", "granular")),
});

export const patchStrategy = defineMarker({
  name: "patchStrategy",
  places: ["field"],
  value: "`merge`, `replace`, `retainKeys`, or two of them separated by a comma",
  description: "How a strategic merge patch changes the property.",
  example: "+patchStrategy=merge",
  owner,
  parse: ({ value = "" }) =>
    value.split(",").every((part) => patchStrategies.includes(part))
      ? { value }
      : { fault: `needs one or two of ${patchStrategies.join(", ")}` },
});

export const patchMergeKey = defineMarker({
  name: "patchMergeKey",
  places: ["field"],
  value: "a property of the items",
  description: "The key by which a strategic merge patch merges a list.",
  example: "+patchMergeKey=name",
  owner,
  parse: parseChecked(some),
});

export const schemaMarkers: readonly MarkerDefinition[] = [
  schemaGen,
  listType,
  listMapKey,
  mapType,
  structType,
  patchStrategy,
  patchMergeKey,
];
