import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Part extends TypeMeta<"parts.example.com/v1", "Part"> {
  metadata: ObjectMeta;
}

/** No kind contains it. */
export interface Screw {
  /** +default=4 */
  length: int32;
  /** +default=2 */
  width: int32;
}

/** +k8s:defaulter-gen=false */
export interface Nut {
  /** +default=4 */
  size: int32;
}
