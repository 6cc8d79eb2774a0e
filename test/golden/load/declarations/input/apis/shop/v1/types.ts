import type { Lost } from "./lost.js";
import type { Foreign } from "not-installed";

export interface Order {
  lost: Lost;
  foreign: Foreign;
  part: { size: string };
}

/** A name that the type written in place would have. */
export interface Order_part {
  x: string;
}

export interface Twice {
  x: string;
}

export type Round = Robin;
export type Robin = Round;
