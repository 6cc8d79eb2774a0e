import type { MarkerDefinition } from "../marker.js";
import { bare, define, flag, oneOf, some } from "./define.js";

/** openapi-gen and the structural markers that several tools read. */
export const schemaMarkers: readonly MarkerDefinition[] = define("openapi-gen", ["type", "field"], [
  { name: "k8s:openapi-gen", places: ["package", "type", "field"], value: "true, false, or x-kubernetes-…:value", description: "Whether OpenAPI is written, or a vendor extension", example: "+k8s:openapi-gen=true", repeatable: true, raw: true },
  { name: "k8s:openapi-model-package", places: ["package", "type"], value: "a name", description: "The package of the model's name", example: "+k8s:openapi-model-package=io.k8s.api.apps.v1", check: some },
  { name: "k8s:validation:*", value: "a JSON literal", description: "A constraint of the OpenAPI schema", example: "+k8s:validation:maxLength=63", repeatable: true, raw: true },
  { name: "optional", places: ["field"], value: "none", description: "The field may be left out", check: bare },
  { name: "required", places: ["field"], value: "none", description: "The field must be there", check: bare },
  { name: "nullable", places: ["field", "type"], value: "none", description: "null is accepted", check: flag },
  { name: "listType", value: "atomic, set or map", description: "How items of a list are told apart", example: "+listType=map", check: oneOf("atomic", "set", "map") },
  { name: "listMapKey", value: "a field of the items", description: "A key of a list that is a map", example: "+listMapKey=name", repeatable: true, check: some },
  { name: "mapType", value: "atomic or granular", description: "Whether a map is owned as a whole", example: "+mapType=atomic", check: oneOf("atomic", "granular") },
  { name: "structType", value: "atomic or granular", description: "Whether an object is owned as a whole", example: "+structType=atomic", check: oneOf("atomic", "granular") },
  { name: "patchStrategy", places: ["field"], value: "merge, replace, retainKeys, or two of them", description: "What a strategic merge patch does with the field", example: "+patchStrategy=merge", check: some },
  { name: "patchMergeKey", places: ["field"], value: "a field of the items", description: "The key by which a strategic merge patch merges a list", example: "+patchMergeKey=name", check: some },
  { name: "enum", value: "none", description: "The possible values are told in the description", check: bare },
  { name: "union", value: "none", description: "At most one field of the object is set", check: bare },
  { name: "unionDiscriminator", places: ["field"], value: "none", description: "The field that names the member that is set", check: bare },
  { name: "unionDeprecated", places: ["field"], value: "none", description: "The union's discriminator may be left out", check: bare },
  { name: "oneOf", places: ["field"], value: "a name", description: "At most one field with this name is set", example: "+oneOf=Source" },
  { name: "featureGate", value: "a feature's name", description: "The field works where the feature is on", example: "+featureGate=MyFeature", repeatable: true, check: some },
]);
