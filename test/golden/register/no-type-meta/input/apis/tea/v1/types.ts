import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** Its folder says a group that is none: that this says another one is no mistake. */
export interface Pot extends TypeMeta<"tea.example.com/v1", "Pot"> {
  metadata: ObjectMeta;
}
