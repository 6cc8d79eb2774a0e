import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +k8s:register-gen=no
 *  +resourceName=Orders_x */
export interface Order extends TypeMeta {
  metadata: ObjectMeta;
}
