import type { FieldError } from "@apimachinery/runtime";
import type { Price } from "../shared/types.js";

export interface Cart {
  problem?: FieldError;
  total: Price;
}
