import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +genclient:noVerbs */
export interface Scale extends TypeMeta<"scaling.example.com/v1", "Scale"> {
  metadata: ObjectMeta;
  replicas: int32;
}
