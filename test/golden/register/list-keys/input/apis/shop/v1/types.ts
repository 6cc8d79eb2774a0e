import type { Embedded, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Shop extends TypeMeta<"shop.example.com/v1", "Shop"> {
  metadata: ObjectMeta;
  spec: ShopSpec;
}

export interface ShopSpec {
  /** +listType=map
   *  +listMapKey=name */
  shelves: Shelf[];
  /** The markers are on the type. */
  opening: Hours;
  /** +listType=atomic */
  closing: Hours;
  /** +patchStrategy=merge,retainKeys
   *  +patchMergeKey=id */
  owners: Owner[];
  /** Server-side apply does not use the key.
   *  +listType=atomic
   *  +patchStrategy=merge
   *  +patchMergeKey=id */
  former: Owner[];
  /** Values of a map have lists, too. */
  "by-floor": Record<string, Floor>;
  /** A list without keys, whose items have lists. */
  floors: Floor[];
  /** Its type has the markers. */
  weeks: Hours[];
  either: Cash | Card;
  template: Embedded<Template>;
  tree: Tree;
}

export interface Shelf {
  name: string;
  /** +k8s:listType=map
   *  +k8s:listMapKey=row
   *  +k8s:listMapKey=column */
  boxes: Box[];
}

export interface Box {
  row: int32;
  column?: int32;
  label: string;
}

/** +listType=map
 *  +listMapKey=day */
export type Hours = Opening[];

export interface Opening {
  day: string;
}

export interface Owner {
  id: string;
}

export interface Floor {
  /** +listType=map
   *  +listMapKey=name */
  doors: Shelf[];
}

export interface Cash {
  type: "Cash";
  /** +listType=map
   *  +listMapKey=id */
  coins: Owner[];
}

export interface Card {
  type: "Card";
  number: string;
}

/** Its metadata is a type of the runtime, whose keys the client knows. */
export interface Template extends TypeMeta<"shop.example.com/v1", "Template"> {
  metadata: ObjectMeta;
}

/** A tree ends at the second level. */
export interface Tree {
  /** +listType=map
   *  +listMapKey=id */
  owners: Owner[];
  children: Tree[];
}
