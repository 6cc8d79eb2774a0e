import type { TypeMeta, bytes } from "@apimachinery/runtime";

export interface Thing extends TypeMeta {
  box: Box<Part>;
  same: Box<Same>;
  inline: { a: string; deep?: { b: Part } };
  "x-y": Part;
  "a-b"?: string;
  blob: bytes;
  level: Level;
  yes: boolean;
  left?: Left;
  mode: Mode;
}
/** Values are converted unchanged.
 * +k8s:conversion-gen=false */
export type Level = 2 | 3 | 4;
/** Values are converted unchanged.
 * +k8s:conversion-gen=false */
export type Mode = "Off" | "Auto";
export interface Box<T> {
  item: T;
  items: T[];
}
export interface Part {
  /** +k8s:conversion-gen:rename=x */
  z: string;
}
export interface Same {
  y: string;
}
/** Refers to itself through another type. */
export interface Left {
  right?: Right;
  name?: string;
}
export interface Right {
  left?: Left;
}
/** The same cyclic types in the hub and the version. */
export interface Ring {
  next?: Knot;
}
export interface Knot {
  ring?: Ring;
}
export interface HoldsRing {
  ring: Ring;
}
