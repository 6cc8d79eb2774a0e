import type { Status } from "@apimachinery/runtime";
import type { Price } from "../shared/types.js";

export interface Cart {
  outcome?: Status;
  total: Price;
}
