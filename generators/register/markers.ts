import { bare, bool } from "../../engine/markers/known/define.js";
import type { Marker, MarkerDefinition } from "../../engine/markers/marker.js";
import { optIn } from "../../engine/markers/opt-in.js";
import { checkRelease, checkReplacement, lifecycleMarkers } from "./lifecycle.js";
import { checkColumn, columnMarker } from "./print-columns.js";
import { checkResource, resourceMarker } from "./resource-names.js";
import { checkScale, scaleMarker, statusMarker } from "./subresources.js";

const owner = "register";

export const registerMarker = "k8s:register-gen";

export const registerMarkers: readonly MarkerDefinition[] = [
  {
    name: "groupName",
    places: ["package"],
    value: "a domain name; empty for the core group",
    description: "The API group of the folder's kinds. Generates their registration, AddToScheme.",
    example: "+groupName=example.com",
    owner,
    check: ({ value = "" }) => {
      const [group = ""] = value.split("/");
      if (isGroup(value)) return undefined;
      return group !== value && isGroup(group)
        ? `must be the group only, because the folder's name is the version: ${group}`
        : "needs a domain name in lower case: example.com";
    },
  },
  {
    name: registerMarker,
    places: ["package", "type"],
    value: "`true` or `false`",
    description: "Excludes a folder with +groupName, or a kind, from registration.",
    example: "+k8s:register-gen=false",
    owner,
    check: bool,
  },
  {
    name: columnMarker,
    places: ["type"],
    value: "name=…,type=…,JSONPath=…, also description=…,format=…,priority=…",
    description:
      "A column of kubectl get after the name. A priority above 0 limits it to wide output. Without columns, kubectl shows the age.",
    example: '+kubebuilder:printcolumn:name="Cost",type="number",JSONPath=".status.cost"',
    owner,
    repeatable: true,
    raw: true,
    check: checkColumn,
  },
  {
    name: resourceMarker,
    places: ["type"],
    value: "shortName=…,categories=…,scope=…, also path=…,singular=…",
    description: "The names of the kind's resource, separated by semicolons, and its scope.",
    example: "+kubebuilder:resource:shortName=pz;pie,categories=food,scope=Namespaced",
    owner,
    raw: true,
    check: checkResource,
  },
  {
    name: statusMarker,
    places: ["type"],
    value: "none",
    description: "Only requests to the status subresource change the status.",
    example: `+${statusMarker}`,
    owner,
    check: bare,
  },
  {
    name: scaleMarker,
    places: ["type"],
    value: "specpath=…,statuspath=…, also selectorpath=…",
    description:
      "Objects have a scale subresource. The arguments are paths of the desired and the current number of replicas.",
    example: "+kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas",
    owner,
    raw: true,
    check: checkScale,
  },
  {
    name: "k8s:prerelease-lifecycle-gen",
    places: ["package"],
    value: "`true` or `false`",
    description: "Disables the lifecycle markers of the folder's kinds.",
    example: "+k8s:prerelease-lifecycle-gen=false",
    owner,
    check: bool,
  },
  {
    name: lifecycleMarkers.introduced,
    places: ["type"],
    value: "major.minor",
    description:
      "The release that introduced the kind. An alpha or beta version is deprecated three minor releases later by default.",
    example: `+${lifecycleMarkers.introduced}=1.30`,
    owner,
    check: checkRelease,
  },
  {
    name: lifecycleMarkers.deprecated,
    places: ["type"],
    value: "major.minor",
    description:
      "The release that deprecates the kind: each response has a warning. An alpha or beta version is removed three minor releases later by default.",
    example: `+${lifecycleMarkers.deprecated}=1.33`,
    owner,
    check: checkRelease,
  },
  {
    name: lifecycleMarkers.removed,
    places: ["type"],
    value: "major.minor",
    description: "The release that no longer serves the kind. Printed in the warning.",
    example: `+${lifecycleMarkers.removed}=1.36`,
    owner,
    check: checkRelease,
  },
  {
    name: lifecycleMarkers.replacement,
    places: ["type"],
    value: "group,version,Kind",
    description: "The replacement of the kind. Printed in the warning.",
    example: `+${lifecycleMarkers.replacement}=apps,v1,Deployment`,
    owner,
    check: checkReplacement,
  },
];

export function isGroup(text: string): boolean {
  return text === "" || text.split(".").every((label) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(label));
}

/** Reports whether a package or kind opts out of registration. */
export function isOptedOut(markers: readonly Marker[]): boolean {
  return optIn(markers, registerMarker) === false;
}
