import type { float64, int64 } from "@apimachinery/runtime";

export interface Thing {
  name: string;
  onlyHub: string;
  alsoOnlyHub?: Part;
  kind: string[];
  count: int64;
  weight: float64;
  part: Part;
  wide: int64;
}
export interface Part {
  x: string;
  y: number;
}
export type Source = Git | Http;
export interface Git {
  type: "git";
}
export interface Http {
  type: "http";
}
/** +k8s:conversion-gen=false */
export interface Off {
  x: string;
}
export interface HasOff {
  off: Off;
}
export type Told = ByKind | ByKindToo;
export interface ByKind {
  kind: "a";
}
export interface ByKindToo {
  kind: "b";
}
/** Requires itself, which is an error of its own: the function is the one for when that is mended. */
export interface Tree {
  name: string;
  left: Tree;
}
export interface Garden {
  tree: Tree;
}
