import type { MarkerDefinition, MarkerPlace } from "../../engine/markers/marker.js";
import { kubernetesMarkers } from "../../generators/markers/kubernetes-marker.js";
import { openapiMarkers } from "../../generators/markers/openapi.js";
import { schemaMarkers } from "../../generators/markers/schema.js";

const own = (name: string, places: readonly MarkerPlace[], more: Partial<MarkerDefinition> = {}): MarkerDefinition => ({
  name,
  places,
  value: "text",
  description: name,
  example: `+${name}`,
  owner: "test",
  repeatable: true,
  ...more,
});

/**
 * Definitions of the markers in tests of the engine. Simple definitions replace those of generators
 * whose values the tests do not check.
 */
export const ownMarkers: readonly MarkerDefinition[] = [
  own("k8s:deepcopy-gen", ["package", "type"], { repeatable: false }),
  own("k8s:deepcopy-gen:interfaces", ["type"]),
  own("k8s:conversion-gen", ["package", "type", "field"], { namesFolder: "hub" }),
  own("k8s:conversion-gen-external-types", ["package"], { namesFolder: "types" }),
  own("k8s:conversion-gen:rename", ["field"]),
  own("k8s:conversion-gen:explicit-from", ["type"]),
  own("k8s:conversion-fn", ["function"]),
  own("k8s:defaulter-gen", ["package", "type", "function"]),
  own("k8s:defaulter-gen-input", ["package"], { namesFolder: "types" }),
  own("k8s:prerelease-lifecycle-gen", ["package"]),
  ...["introduced", "deprecated", "removed", "replacement"].map((release) =>
    own(`k8s:prerelease-lifecycle-gen:${release}`, ["type"]),
  ),
  own("groupName", ["package"], { repeatable: false }),
  own("default", ["type", "field"], { raw: true, repeatable: false, namesFolder: "reference" }),
  own("omitzero", ["field"], { repeatable: false }),
  ...schemaMarkers,
  ...openapiMarkers,
  ...kubernetesMarkers,
];
