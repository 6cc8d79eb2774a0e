import type { bytes, int32 } from "@apimachinery/runtime";

export interface Basket {
  /** +listType=map
   *  +listMapKey=name
   *  +listMapKey=protocol
   *  +patchStrategy=merge,retainKeys
   *  +patchMergeKey=name */
  ports: Port[];
  /** +listType=set */
  tags?: string[];
  /** +k8s:listType=atomic */
  prefixed: string[];
  /** +k8s:listType=atomic
   *  +k8s:unique=map
   *  +k8s:listMapKey=name */
  uniquePorts: Port[];
  /** +k8s:alpha(since: "1.34")=+k8s:listType=map
   *  +k8s:listMapKey=name */
  alphaPorts: Port[];
  /** +k8s:listType=map
   *  +k8s:alpha(since: "1.34")=+k8s:listMapKey=name */
  portsWithAlphaKey: Port[];
  /** +mapType=atomic */
  labels: Record<string, string>;
  /** +structType=granular */
  place: Place;
  /** +patchStrategy=replace */
  note: string;
  /** +listType=atomic */
  key: bytes;
  named: Names;
}

/** +structType=atomic */
export interface Place {
  street: string;
}

/** +listType=set */
export type Names = string[];

export interface Port {
  name: string;
  /** +default="TCP" */
  protocol: string;
  /** +default=ref(DefaultNumber) */
  number?: int32;
  mode?: Mode;
  /** +default=["a"] */
  aliases?: string[];
}

export const DefaultNumber = 80;

/** +default="Fast" */
export type Mode = "Fast" | "Safe";
