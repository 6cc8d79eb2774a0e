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
  /** +k8s:unionDiscriminator */
  kind: string;
  /** +k8s:unionMember
   *  +k8s:optional */
  git?: Git;
  /** +k8s:unionMember(memberName: "OCI")
   *  +k8s:optional */
  image?: string;
  /** +k8s:unionMember(union: "second")
   *  +k8s:optional */
  list: string[];
  /** +k8s:unionMember(union: "second")
   *  +k8s:optional */
  map: Record<string, string>;
  /** +k8s:alpha(since: "1.34")=+k8s:zeroOrOneOfMember
   *  +k8s:optional */
  count: int32;
  /** +k8s:alpha(since: "1.34")=+k8s:zeroOrOneOfMember
   *  +k8s:optional */
  text?: string;
  /** +k8s:listType=map
   *  +k8s:listMapKey=type
   *  +k8s:item(type: "Done")=+k8s:zeroOrOneOfMember
   *  +k8s:item(type: "Failed")=+k8s:zeroOrOneOfMember */
  conditions: Condition[];
  shape: Shape;
  /** +k8s:dependentRequired("retries")
   *  +k8s:dependentForbidden("text")
   *  +k8s:optional */
  timeout?: int32;
  retries?: int32;
}

export interface Git {
  /** +k8s:required */
  url: string;
}

export interface Condition {
  type: string;
  status: string;
}

export type Shape = Circle | Square;

export interface Circle {
  type: "circle";
  /** +k8s:minimum=1 */
  radius: int32;
}

export interface Square {
  type: "square";
  /** +k8s:minimum=2 */
  side: int32;
}
