import type { ObjectMeta } from "@apimachinery/runtime";

export interface Basket {
  /** +listType=map */
  noKey: Port[];
  /** +listMapKey=name */
  noMap: Port[];
  /** +listType=set
   *  +listMapKey=name */
  setWithKey: Port[];
  /** +listType=map
   *  +listMapKey=nam */
  misspelt: Port[];
  /** +patchMergeKey=zzz */
  otherKey: Port[];
  /** +listType=map
   *  +listMapKey=name */
  plainItems: string[];
  /** +listType=map
   *  +listMapKey=name */
  foreign: ObjectMeta[];
  /** +listType=set */
  text: string;
  /** +mapType=atomic */
  list: string[];
  /** +structType=atomic */
  number: number;
  /** +listType=bag */
  bag: string[];
  /** +patchStrategy=mingle */
  mingled: string;
}

export interface Port {
  name: string;
}
