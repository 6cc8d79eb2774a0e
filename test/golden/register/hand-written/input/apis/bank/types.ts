import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Account extends TypeMeta<"bank.example.com/__internal", "Account"> {
  metadata: ObjectMeta;
  note?: string;
}
