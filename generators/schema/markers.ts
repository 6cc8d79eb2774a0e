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
      "Whether a folder's types, or this type, get a <T>Schema. Folders for which something else is generated have them anyway.",
    example: "+k8s:schema-gen=true",
    owner,
    check: oneOf("true", "false"),
  },
  {
    name: "listType",
    places: anywhere,
    value: "`atomic`, `set` or `map`",
    description: "How the items of a list are told apart when two people change it.",
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
    description: "Whether a map is changed as a whole, or entry by entry.",
    example: "+mapType=atomic",
    owner,
    check: oneOf("atomic", "granular"),
  },
  {
    name: "structType",
    places: anywhere,
    value: "`atomic` or `granular`",
    description: "Whether an object is changed as a whole, or property by property.",
    example: "+structType=atomic",
    owner,
    check: oneOf("atomic", "granular"),
  },
  {
    name: "patchStrategy",
    places: ["field"],
    value: "`merge`, `replace`, `retainKeys`, or two of them with a comma",
    description: "What a strategic merge patch does with the property.",
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
