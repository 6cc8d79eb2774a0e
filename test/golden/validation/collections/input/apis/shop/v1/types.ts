import type { int32, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  spec: OrderSpec;
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}

export interface OrderSpec {
  /** +k8s:listType=map
   *  +k8s:listMapKey=name
   *  +k8s:listMapKey=port
   *  +k8s:maxItems=3
   *  +k8s:item(name: "main", port: 1)=+k8s:immutable
   *  +k8s:eachVal=+k8s:update=NoModify */
  parts: Part[];
  /** +k8s:listType=set
   *  +k8s:eachVal=+k8s:maxLength=3
   *  +k8s:update=NoAddItem
   *  +k8s:update=NoRemoveItem */
  names?: string[];
  /** +k8s:listType=atomic
   *  +k8s:unique=set
   *  +k8s:minItems=1 */
  points: Point[];
  /** +k8s:listType=map
   *  +k8s:listMapKey=name
   *  +k8s:customUnique */
  unchecked: Part[];
  /** +k8s:optional
   *  +k8s:eachKey=+k8s:format=k8s-label-key
   *  +k8s:eachVal=+k8s:format=k8s-label-value
   *  +k8s:maxProperties=2
   *  +k8s:update=NoUnset */
  labels?: Record<string, string>;
  byName: Record<Name, Part>;
  chain: Names;
}

export interface Part {
  name: string;
  /** +k8s:minimum=1 */
  port?: int32;
}

/** All its properties identify it. */
export interface Point {
  x: int32;
  labels?: Record<string, string>;
}

/** +k8s:format=k8s-short-name */
export type Name = string;

/** +k8s:listType=set
 *  +k8s:minItems=1 */
export type Names = Name[];
