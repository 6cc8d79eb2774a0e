import { apiProject, groupDoc } from "../cmd/api-project.js";
import type { Tree } from "../engine/temporary-folder.js";

const imports = `import type { Duration, IntOrString, ListMeta, ObjectMeta, Quantity, Time, TypeMeta, int32 } from "@apimachinery/runtime";\n`;

/** Returns the types of a version of the shop, in which only the specification differs. */
function types(version: string, kindMarkers: string, spec: string): string {
  return `${imports}
/** Box is a box with things in it.
 *
 *  It is sent when it is full.
 *  +genclient
 *  +kubebuilder:object:root=true
 *  +kubebuilder:resource:shortName=bx,categories=all
 *  +kubebuilder:subresource:status
${kindMarkers} */
export interface Box extends TypeMeta<"shop.example.com/${version}", "Box"> {
  metadata: ObjectMeta;
  spec: BoxSpec;
  /** What happened to the box. */
  status: BoxStatus;
}

export interface BoxList extends TypeMeta<"shop.example.com/${version}", "BoxList"> {
  metadata: ListMeta;
  items: Box[];
}

${spec}

export interface BoxStatus {
  sentAt?: Time;
}

/** Thing is a part of a box.
 *  ---
 *  This is not published. */
export interface Thing {
  /** +k8s:required
   *  +k8s:minLength=1
   *  +k8s:maxLength=63 */
  name: string;
  weight?: Quantity;
}

/** How a box is sent. */
export type Way = "Land" | "Sea";
`;
}

const v1Markers = ` *  +kubebuilder:storageversion
 *  +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=".spec.size",description="How much fits."
 *  +kubebuilder:printcolumn:name="Note",type=string,JSONPath=".spec.labels",priority=1
`;

const v1Spec = `/** The wanted state of a box.
 *  +kubebuilder:validation:XValidation:rule="self.size >= self.things.size()",message="too many things" */
export interface BoxSpec {
  /** How many things fit.
   *  +k8s:minimum=1
   *  +k8s:maximum=1000
   *  +default=12 */
  size: int32;
  /** +listType=map
   *  +listMapKey=name
   *  +k8s:maxItems=100 */
  things: Thing[];
  /** +default="Land"
   *  +k8s:immutable */
  way?: Way;
  /** Deprecated: use things.
   *  +listType=set
   *  +k8s:eachVal=+k8s:maxLength=20 */
  tags?: string[];
  /** +k8s:maxProperties=5 */
  labels?: Record<string, string>;
  /** +kubebuilder:validation:Pattern=\`^[a-z]+$\`
   *  +kubebuilder:example="abc" */
  code: string;
  port?: IntOrString;
  keep?: Duration;
}`;

const alphaSpec = `export interface BoxSpec {
  /** How many things fit.
   *  +k8s:conversion-gen:rename=size
   *  +default=12 */
  capacity: int32;
  /** +listType=map
   *  +listMapKey=name
   *  +k8s:maxItems=100 */
  things: Thing[];
  way?: Way;
  code: string;
}`;

const alphaMarkers = ` *  +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=".spec.capacity"
 *  +k8s:prerelease-lifecycle-gen:introduced=1.2
 *  +k8s:prerelease-lifecycle-gen:deprecated=1.4
 *  +k8s:prerelease-lifecycle-gen:removed=1.6
 *  +k8s:prerelease-lifecycle-gen:replacement=shop.example.com,v1,Box
 *  +k8s:conversion-gen:preserve=annotation
`;

/** The files of a group with two versions, of which v1 is the hub. */
export const shopFiles: Tree = {
  "codegen.config.json": "{}\n",
  "apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
  "apis/shop/v1/types.ts": types("v1", v1Markers, v1Spec),
  "apis/shop/v1alpha1/doc.ts": groupDoc("shop.example.com", "k8s:conversion-gen=../v1"),
  "apis/shop/v1alpha1/types.ts": types("v1alpha1", alphaMarkers, alphaSpec),
};

export function shopProject(more: Tree = {}): string {
  return apiProject({ ...shopFiles, ...more });
}
