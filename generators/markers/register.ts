import { defineMarker, type Marked } from "../../engine/markers/define-marker.js";
import { groupName } from "../../engine/markers/group-name.js";
import { kubernetesMarker } from "./kubernetes-marker.js";
import type { MarkerDefinition } from "../../engine/markers/marker.js";
import { bareMarker } from "./known/define.js";
import { parseBool } from "../../engine/markers/parsers.js";
import { columnPrefix, parseColumn } from "./parse/column.js";
import { parseRelease, parseReplacement } from "./parse/lifecycle.js";
import { parseResourceMarker, resourcePrefix } from "./parse/resource.js";
import { parseScale, scalePrefix } from "./parse/scale.js";
import { parseSelectable, selectablePrefix } from "./parse/selectable.js";

const owner = "register";

export const registerGen = defineMarker({
  name: "k8s:register-gen",
  places: ["package", "type"],
  value: "`true` or `false`",
  description: "`false` excludes a kind, or a folder that has the marker `+groupName`, from registration.",
  example: "+k8s:register-gen=false",
  owner,
  parse: parseBool,
});

export const printColumn = defineMarker({
  name: `${columnPrefix}*`,
  places: ["type"],
  value: "name=…,type=…,JSONPath=…, also description=…,format=…,priority=…",
  description:
    "A column of kubectl get after the name. With a priority above 0, the column is only in wide output. Without columns, kubectl shows the age.",
  example: '+kubebuilder:printcolumn:name="Cost",type="number",JSONPath=".status.cost"',
  owner,
  repeatable: true,
  raw: true,
  parse: parseColumn,
});

export const resource = defineMarker({
  name: `${resourcePrefix}*`,
  places: ["type"],
  value: "shortName=…,categories=…,scope=…, also path=…,singular=…",
  description:
    "The names and the scope of the kind's resource. Several short names or categories are separated by semicolons.",
  example: "+kubebuilder:resource:shortName=pz;pie,categories=food,scope=Namespaced",
  owner,
  raw: true,
  parse: parseResourceMarker,
});

export const statusSubresource = bareMarker(
  owner,
  "kubebuilder:subresource:status",
  ["type"],
  "The kind has a status subresource. Only requests to it can change the status.",
);

export const scaleSubresource = defineMarker({
  name: `${scalePrefix}*`,
  places: ["type"],
  value: "specpath=…,statuspath=…, also selectorpath=…",
  description:
    "Objects have a scale subresource. The arguments are paths of the desired and the current number of replicas.",
  example: "+kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas",
  owner,
  raw: true,
  parse: parseScale,
});

export const selectableField = defineMarker({
  name: `${selectablePrefix}*`,
  places: ["type"],
  value: "JSONPath=…",
  description:
    "A field that field selectors can use, in addition to metadata.name and metadata.namespace. It must be a string, a boolean or an integer.",
  example: "+kubebuilder:selectablefield:JSONPath=.spec.name",
  owner,
  repeatable: true,
  raw: true,
  parse: parseSelectable,
});

export const lifecycleGen = defineMarker({
  name: "k8s:prerelease-lifecycle-gen",
  places: ["package"],
  value: "`true` or `false`",
  description:
    "`true` generates the constant APILifecycle, and each kind and list then needs +k8s:prerelease-lifecycle-gen:introduced. `false` disables the lifecycle markers of the folder's kinds.",
  example: "+k8s:prerelease-lifecycle-gen=true",
  owner,
  parse: parseBool,
});

export const introduced = releaseMarker(
  "introduced",
  "1.30",
  "The release that introduced the kind. An alpha or beta version is deprecated three minor releases later by default.",
);

export const deprecated = releaseMarker(
  "deprecated",
  "1.33",
  "The release that deprecates the kind: each response then has a warning. An alpha or beta version is removed three minor releases later by default.",
);

export const removed = releaseMarker(
  "removed",
  "1.36",
  "The release that no longer serves the kind. The warning contains this release.",
);

function releaseMarker(event: string, release: string, description: string) {
  const name = `k8s:prerelease-lifecycle-gen:${event}`;
  const example = `+${name}=${release}`;
  return defineMarker({
    name,
    places: ["type"],
    value: "major.minor",
    description,
    example,
    owner,
    parse: parseRelease,
  });
}

export const replacement = defineMarker({
  name: "k8s:prerelease-lifecycle-gen:replacement",
  places: ["type"],
  value: "group,version,Kind",
  description: "The kind that replaces this kind. The warning names the replacement.",
  example: "+k8s:prerelease-lifecycle-gen:replacement=apps,v1,Deployment",
  owner,
  parse: parseReplacement,
});

export const registerMarkers: readonly MarkerDefinition[] = [
  { ...groupName, owner },
  registerGen,
  printColumn,
  resource,
  statusSubresource,
  scaleSubresource,
  selectableField,
  lifecycleGen,
  introduced,
  deprecated,
  removed,
  replacement,
];

/** client-gen's marker for kinds without a namespace. It has the same effect as `scope=Cluster`. */
export const nonNamespaced = kubernetesMarker("genclient:nonNamespaced");

/** client-gen's marker with the plural name in URLs. */
export const resourceName = kubernetesMarker("resourceName");

/** Reports whether the marker of a package or kind disables registration. */
export function isOptedOut(item: Marked): boolean {
  return registerGen.read(item) === false;
}
