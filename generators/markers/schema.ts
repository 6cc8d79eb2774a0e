import { defineMarker } from "../../engine/markers/define-marker.js";
import { define, oneOf, some, valued, type KnownMarker } from "./known/define.js";
import type { Marker, MarkerDefinition } from "../../engine/markers/marker.js";

const owner = "schema";

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

export const schemaMarkers: readonly MarkerDefinition[] = [
  schemaGen,
  ...define(owner, ["type", "field"], {
    listType: valued(
      "`atomic`, `set` or `map`",
      "=map",
      "How concurrent changes of a list are merged, and which items are the same.",
      { check: oneOf("atomic", "set", "map") },
    ),
    listMapKey: valued(
      "a property of the items",
      "=name",
      "A key of a list with +listType=map. Several keys are several markers.",
      { repeatable: true, check: some },
    ),
    mapType: granularity("Whether a change replaces the whole map or single entries."),
    structType: granularity("Whether a change replaces the whole object or single properties."),
    patchStrategy: valued(
      "`merge`, `replace`, `retainKeys`, or two of them separated by a comma",
      "=merge",
      "How a strategic merge patch changes the property.",
      { places: ["field"], check: checkStrategy },
    ),
    patchMergeKey: valued(
      "a property of the items",
      "=name",
      "The key by which a strategic merge patch merges a list.",
      { places: ["field"], check: some },
    ),
  }),
];

function granularity(description: string): KnownMarker {
  return valued("`atomic` or `granular`", "=atomic", description, { check: oneOf("atomic", "granular") });
}

function checkStrategy({ value = "" }: Marker): string | undefined {
  const strategies = ["merge", "replace", "retainKeys"];
  return value.split(",").every((part) => strategies.includes(part))
    ? undefined
    : `needs one or two of ${strategies.join(", ")}`;
}
