import { lowerReference } from "./lower-reference.js";
import { lowerShape } from "./lower-shape.js";
import { lowerType } from "./lower-type.js";
import type { Lowering } from "./scope.js";
import { structureOf } from "./structure.js";

/** The functions that the property `lower` of a `LowerContext` contains. */
export const lowering: Lowering = {
  type: lowerType,
  shape: lowerShape,
  structure: structureOf,
  reference: lowerReference,
};
