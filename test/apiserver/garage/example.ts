import type { Strategy } from "@apimachinery/apiserver";
import type { Car } from "./types.js";

// The blocks of docs/beyond-crud.md are parts of this file. A test compares them.

export const graceful: Strategy<Car> = {
  gracePeriodSeconds: ({ spec }, requested) =>
    spec.stopSeconds === undefined ? undefined : (requested ?? spec.stopSeconds),
};
