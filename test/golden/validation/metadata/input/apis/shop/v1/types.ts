import type { Condition, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +k8s:subfield("name")=+k8s:optional
   *  +k8s:subfield("name")=+k8s:format=k8s-short-name
   *  +k8s:subfield("labels")=+k8s:maxProperties=1
   *  +k8s:subfield("ownerReferences")=+k8s:listType=map
   *  +k8s:subfield("ownerReferences")=+k8s:listMapKey=uid */
  metadata: ObjectMeta;
  /** +k8s:listType=map
   *  +k8s:listMapKey=type
   *  +k8s:item(type: "Ready")=+k8s:immutable
   *  +k8s:optional */
  conditions?: Condition[];
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}
