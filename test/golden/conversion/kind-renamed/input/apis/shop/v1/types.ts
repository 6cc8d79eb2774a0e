import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** The only kind without a peer, and there is one without a version: no letter of their names is the same. */
export interface Trolley extends TypeMeta<"shop.example.com/v1", "Trolley"> {
  metadata: ObjectMeta;
}
