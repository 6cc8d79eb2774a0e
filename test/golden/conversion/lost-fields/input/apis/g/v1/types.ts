import type { int32 } from "@apimachinery/runtime";

export interface Thing {
  name: string;
  kind: string;
  count: int32;
  weight: int32;
  part: Piece;
  /**
   * A version's own field.
   * +k8s:conversion-gen=false
   */
  wide: int32;
  only?: string;
}
export interface Piece {
  x: string;
}
export type Source = Git | Ftp;
export interface Git {
  type: "git";
}
export interface Ftp {
  type: "ftp";
}
export interface Off {
  x?: string;
}
export interface HasOff {
  off: Off;
}
export type Told = ByType | ByTypeToo;
export interface ByType {
  type: "a";
}
export interface ByTypeToo {
  type: "b";
}
export interface Garden {
  gate: boolean;
}
