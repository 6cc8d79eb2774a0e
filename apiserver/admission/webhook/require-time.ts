import { newTimeout } from "../../errors/index.js";
import type { Attributes } from "../plugin.js";

/**
 * Checks that the deadline of a request has not passed.
 * @throws StatusError 504 if the deadline has passed
 */
export function requireTime({ deadline }: Pick<Attributes, "deadline">): void {
  if (deadline !== undefined && performance.now() >= deadline)
    throw newTimeout("request did not complete within requested timeout", 0);
}
