import { oneOf, some } from "../../engine/markers/known/define.js";
import type { MarkerDefinition, MarkerPlace } from "../../engine/markers/marker.js";

const owner = "schema";
const anywhere: readonly MarkerPlace[] = ["type", "field"];

const patchStrategies: readonly string[] = ["merge", "replace", "retainKeys"];

export const schemaMarkers: readonly MarkerDefinition[] = [
  {
    name: "k8s:schema-gen",
    places: ["package", "type"],
    value: "`true` or `false`",
    description:
      "Enables or disables schemas (`<T>Schema`) for a package or a type. By default, they are enabled in packages with other generated code.",
    example: "+k8s:schema-gen=true",
    owner,
    check: oneOf("true", "false"),
  },
  {
    name: "listType",
    places: anywhere,
    value: "`atomic`, `set` or `map`",
    description: "How concurrent changes of a list are merged, and which items are the same.",
    example: "+listType=map",
    owner,
    check: oneOf("atomic", "set", "map"),
  },
  {
    name: "listMapKey",
    places: anywhere,
    value: "a property of the items",
    description: "A key of a list with +listType=map. Several keys are several markers.",
    example: "+listMapKey=name",
    owner,
    repeatable: true,
    check: some,
  },
  {
    name: "mapType",
    places: anywhere,
    value: "`atomic` or `granular`",
    description: "Whether a change replaces the whole map or single entries.",
    example: "+mapType=atomic",
    owner,
    check: oneOf("atomic", "granular"),
  },
  {
    name: "structType",
    places: anywhere,
    value: "`atomic` or `granular`",
    description: "Whether a change replaces the whole object or single properties.",
    example: "+structType=atomic",
    owner,
    check: oneOf("atomic", "granular"),
  },
  {
    name: "patchStrategy",
    places: ["field"],
    value: "`merge`, `replace`, `retainKeys`, or two of them separated by a comma",
    description: "How a strategic merge patch changes the property.",
    example: "+patchStrategy=merge",
    owner,
    check: ({ value }) =>
      (value ?? "").split(",").every((part) => patchStrategies.includes(part))
        ? undefined
        : `needs one or two of ${patchStrategies.join(", ")}`,
  },
  {
    name: "patchMergeKey",
    places: ["field"],
    value: "a property of the items",
    description: "The key by which a strategic merge patch merges a list.",
    example: "+patchMergeKey=name",
    owner,
    check: some,
  },
];
