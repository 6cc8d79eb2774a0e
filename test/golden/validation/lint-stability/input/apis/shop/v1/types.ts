import type { int32, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  /** +k8s:monotonic */
  alpha: int32;
  /** +k8s:forbidden */
  beta?: string;
  /** +k8s:eachVal=+k8s:neq="none" */
  inner: string[];
  /** +k8s:alpha(since: "1.34")=+k8s:neq="none" */
  insideAlpha: string;
  /** +k8s:beta(since: "1.35")=+k8s:neq="none" */
  insideBeta: string;
  /** +k8s:ifEnabled(Gate)=+k8s:forbidden */
  conditional?: string;
  /** +k8s:ifDisabled(Gate)=+k8s:neq="none" */
  conditionalAlpha: string;
  excluded: Excluded;
}

/** +k8s:validation-gen-nolint */
export interface Excluded {
  /** +k8s:neq="none" */
  name: string;
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}
