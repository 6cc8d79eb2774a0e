import type { Embedded, int32, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  spec: OrderSpec;
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}

export interface OrderSpec {
  /** +k8s:modeDiscriminator */
  mode: Mode;
  /** +k8s:modeDiscriminator(modality: "fast") */
  fast: boolean;
  /** +k8s:ifMode("Limited")=+k8s:required
   *  +k8s:ifMode("Limited")=+k8s:maximum=3
   *  +k8s:ifMode("Free")=+k8s:optional */
  limit?: int32;
  /** +k8s:ifMode(modality: "fast", mode: "true")=+k8s:minLength=2
   *  +k8s:ifMode(modality: "fast", mode: "true")=+k8s:optional
   *  +k8s:ifMode(modality: "fast", mode: "true")=+k8s:maxLength=3 */
  engine: string;
  /** +k8s:ifEnabled(Gate)=+k8s:required
   *  +k8s:ifDisabled(Gate)=+k8s:forbidden
   *  +k8s:beta(since: "1.35")=+k8s:maxLength=3 */
  gated: string;
  /** +k8s:subfield("size")=+k8s:required
   *  +k8s:subfield("size")=+k8s:maximum=7
   *  +k8s:subfield("name")=+k8s:maxLength=3 */
  part: Part;
  /** +k8s:subfield("size")=+k8s:required
   *  +k8s:subfield("name")=+k8s:required
   *  +k8s:subfield("name")=+k8s:maxLength=3 */
  inner?: Embedded<Claim>;
  /** +k8s:opaqueType */
  opaque: Part;
  /** +k8s:optional
   *  +k8s:update=NoSet
   *  +k8s:update=NoUnset
   *  +k8s:update=NoModify */
  once?: string;
  /** +k8s:optional
   *  +k8s:immutable */
  whole?: Part;
}

export type Mode = "Limited" | "Free" | "Off";

/** It is not a kind of its own. */
export interface Claim extends TypeMeta {
  name: string;
  size: int32;
}

export interface Part {
  /** +k8s:optional
   *  +k8s:format=k8s-short-name */
  name?: string;
  /** +k8s:minimum=1 */
  size: int32;
}
