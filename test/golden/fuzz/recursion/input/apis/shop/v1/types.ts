import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";
import type { Branch } from "../shared/types.js";

export interface Tree {
  name: string;
  left?: Tree;
  /** +omitzero */
  right?: Tree;
  children: Tree[];
  byName: Record<string, Tree>;
  /** Contains itself through another type of this folder. */
  wrapper?: Wrapper;
}

export interface Wrapper {
  tree: Tree;
}

/** Contains itself through a type of another folder. */
export interface Leaf {
  branches: Branch[];
}

export interface And {
  op: "And";
  all: Expression[];
}
export interface Not {
  op: "Not";
  of: Expression;
}
export interface Name {
  op: "Name";
  name: string;
}
export type Expression = And | Not | Name;

export type Directory = { [name: string]: Directory };

export interface Forest extends TypeMeta<"shop.example.com/v1", "Forest"> {
  metadata: ObjectMeta;
  trees: Tree[];
  leaf: Leaf;
  condition?: Expression;
  directory: Directory;
}
