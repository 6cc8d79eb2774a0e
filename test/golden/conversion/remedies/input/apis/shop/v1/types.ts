import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/v1", "Cart"> {
  metadata: ObjectMeta;
  spec: Spec;
}

export interface Shelf extends TypeMeta<"shop.example.com/v1", "Shelf"> {
  metadata: ObjectMeta;
  spec: Spec;
}

export interface Box extends TypeMeta<"shop.example.com/v1", "Box"> {
  metadata: ObjectMeta;
  lid: Lid;
}

export interface Spec {
  owner: string;
  label?: string;
  colour: string;
  grams: int32;
  piece: Part;
}

export interface Part {
  x: string;
}

export interface Lid {}

export interface Peg {}
