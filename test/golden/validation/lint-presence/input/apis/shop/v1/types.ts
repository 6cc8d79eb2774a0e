import type { int32, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  /** +k8s:minimum=1 */
  own: int32;
  /** +k8s:minimum=1 */
  ownOptional?: int32;
  ofType?: Part;
  ofItems: Part[];
  ofKeys: Record<Name, string>;
  /** +k8s:optional
   *  +k8s:minimum=1 */
  marked?: int32;
  /** +k8s:alpha(since: "1.34")=+k8s:required
   *  +k8s:maxLength=63 */
  markedAlpha: string;
  alwaysSet: Part;
  /** +k8s:opaqueType */
  opaque?: Part;
  /** +k8s:eachVal=+k8s:opaqueType */
  opaqueItems: Part[];
  plain?: Plain;
  self?: Order;
}

export interface Part {
  /** +k8s:required */
  name: string;
}

/** +k8s:maxLength=63 */
export type Name = string;

/** A type without rules: optional is not a rule. */
export interface Plain {
  /** +k8s:optional */
  text?: string;
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}
