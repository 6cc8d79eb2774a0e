import type { A } from "./types.js";

export function DeepCopy_A(input: A): A {
  return { x: [...input.x] };
}
