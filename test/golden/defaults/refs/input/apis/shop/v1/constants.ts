import type { Mode } from "../../common/types.js";
import type { Part } from "./types.js";

export const DefaultMode: Mode = "Fast";
export const WideMode: string = "Slow";
export const Computed = 6 * 7;
export const DefaultPart: Part = { names: ["a"] };
export const DefaultNames: string[] = ["a", "b"];
export const Nothing = 0;
