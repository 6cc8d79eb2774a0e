import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  note?: string;
}

/** +k8s:register-gen=false */
export interface Envelope extends TypeMeta<"other.example.com/v1", "Envelope"> {
  metadata: ObjectMeta;
}

interface Hidden extends TypeMeta {
  note: string;
}

export function noteOf(hidden: unknown): string {
  return (hidden as Hidden).note;
}
