import type { bytes } from "@apimachinery/runtime";

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
  protocol: string;
}
