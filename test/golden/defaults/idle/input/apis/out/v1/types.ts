import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Door extends TypeMeta<"out.example.com/v1", "Door"> {
  metadata: ObjectMeta;
  /** +default=1 */
  size: int32;
}
