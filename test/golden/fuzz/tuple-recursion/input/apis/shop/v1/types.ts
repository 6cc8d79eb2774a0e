import type { ListMeta, TypeMeta } from "@apimachinery/runtime";

/** A cycle through lists and maps inside of tuples. */
export interface Shelf extends TypeMeta<"shop.example.com/v1", "Shelf"> {
  metadata: ListMeta;
  box: Box;
}

export interface Box {
  content: [Part];
}

export interface Part {
  inside?: Box;
  boxes: [Part[], Record<string, Box>, string];
}
