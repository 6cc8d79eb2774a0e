import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Node extends TypeMeta<"v1", "Node"> {
  metadata: ObjectMeta;
  note?: string;
}
