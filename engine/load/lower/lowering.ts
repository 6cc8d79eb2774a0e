import { lowerReference } from "./lower-reference.js";
import { lowerShape } from "./lower-shape.js";
import { lowerType } from "./lower-type.js";
import type { Lowering } from "./scope.js";
import { structureOf } from "./structure.js";

/** The implementations of the functions that `Scope.lower` offers to the files of this folder. */
export const lowering: Lowering = {
  type: lowerType,
  shape: lowerShape,
  structure: structureOf,
  reference: lowerReference,
};
