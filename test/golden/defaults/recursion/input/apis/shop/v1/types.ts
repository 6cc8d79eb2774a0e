import type { TypeMeta } from "@apimachinery/runtime";

export interface Tree extends TypeMeta<"shop.example.com/v1", "Tree"> {
  top: Node;
}

export interface Node {
  /** +default="leaf" */
  name: string;
  children?: Node[];
  next?: Node;
  other?: Other;
}

export interface Other {
  node?: Node;
}
