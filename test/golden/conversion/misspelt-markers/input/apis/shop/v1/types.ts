import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** What the markers were to silence is not told: only that they are wrong.
 *  +k8s:conversion-gen:preserv=annotation */
export interface Cart extends TypeMeta<"shop.example.com/v1", "Cart"> {
  metadata: ObjectMeta;
  /** +k8s:conversion-gen:renme=color */
  colour: string;
  /** +k8s:conversiongen=false */
  own: string;
  /** +k8s:conversion-gen = false */
  alsoOwn: string;
}

/** +k8s:conversion-gen:preserve= annotations */
export interface Shelf extends TypeMeta<"shop.example.com/v1", "Shelf"> {
  metadata: ObjectMeta;
}
