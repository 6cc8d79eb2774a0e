import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Node extends TypeMeta<"__internal", "Node"> {
  metadata: ObjectMeta;
  note?: string;
}
