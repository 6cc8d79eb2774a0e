import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Meadow extends TypeMeta<"field.example.com/v1", "Meadow"> {
  metadata: ObjectMeta;
  /** +default=1 */
  size: int32;
}
