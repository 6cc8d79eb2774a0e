import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +k8s:register-gen=no */
export interface Order extends TypeMeta {
  metadata: ObjectMeta;
}
