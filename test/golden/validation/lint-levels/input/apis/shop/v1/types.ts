import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  /** +k8s:alpha(since: "1.34")=+k8s:eachVal=+k8s:maxLength=63 */
  first: string[];
  /** +k8s:eachVal=+k8s:alpha(since: "1.34")=+k8s:maxLength=63 */
  second: string[];
  /** +k8s:ifEnabled(Gate)=+k8s:eachVal=+k8s:beta=+k8s:maxLength=63 */
  third: string[];
  /** +k8s:alpha=+k8s:beta(since: "1.35")=+k8s:maxItems=1 */
  twice: string[];
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}
