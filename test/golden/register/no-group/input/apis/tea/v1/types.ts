import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Pot extends TypeMeta<"tea.example.com/v1", "Pot"> {
  metadata: ObjectMeta;
}

/** Of no group. */
export interface Leaf extends TypeMeta {
  metadata: ObjectMeta;
}
