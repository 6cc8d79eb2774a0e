import type { ObjectMeta, TypeMeta, int32, int64 } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/__internal", "Cart"> {
  metadata: ObjectMeta;
  spec: Spec;
  note: string;
}

export interface Shelf extends TypeMeta<"shop.example.com/__internal", "Shelf"> {
  metadata: ObjectMeta;
  spec: Spec;
}

/** A person's function would have nothing kept. */
export interface Box extends TypeMeta<"shop.example.com/__internal", "Box"> {
  metadata: ObjectMeta;
  lid: Lid;
}

export interface Spec {
  /** Nearest to colour; owner and label are of its type, too. */
  color: string;
  /** The version's numbers are no int64. */
  weight: int64;
  /** A type of the same name. */
  part?: Part;
  nothing: boolean;
}

export interface Part {
  x: string;
}

export interface Lid {
  shut: boolean;
}

export interface Peg {
  length: int32;
}
