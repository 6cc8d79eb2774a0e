import type { PlanInput } from "../../../engine/plan/generator.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { Problem } from "../../../engine/base/problem.js";
import { markerString } from "../tag.js";
import { siblingName } from "./stated.js";
import { validationProblems } from "../../problem-codes/validation.js";

/** The regular expressions of Go, as the runtime of the project implements them. */
export interface Patterns {
  readonly pattern: (text: string) => { readonly matches: (text: string) => boolean };
  readonly maxSteps: (pattern: string, maxLength: number) => number;
}

/**
 * Returns the regular expressions of the runtime; undefined if the project has no runtime or no
 * package that it needs for patterns.
 */
export function patternsOf({ load }: Pick<PlanInput, "load">): Patterns | undefined {
  const found = (load("@apimachinery/runtime/pattern", "runtime") ?? {}) as Partial<Patterns>;
  const { pattern, maxSteps } = found;
  return pattern === undefined || maxSteps === undefined ? undefined : { pattern, maxSteps };
}

/** Returns the problem of a regular expression that Go refuses. */
export function badPattern(patterns: Patterns | undefined, text: string, marker: Marker): Problem | undefined {
  try {
    patterns?.pattern(text).matches("");
    return undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, "");
    return {
      ...validationProblems.is("validation/bad-pattern"),
      message: `\`${markerString(marker)}\`: is not a regular expression of Go: ${reason}`,
      hint: "correct the pattern: Go's regular expressions have no look-around and no references to groups",
      position: marker.position,
    };
  }
}

/** Three mebibytes, the longest body of a request. */
const longestText = 3 * 1024 * 1024;

/** A server takes several seconds for so many steps, and a cluster up to four times as long. */
const manySteps = 500_000_000;

/**
 * Returns the warning for a regular expression whose search can keep a server busy for seconds.
 *
 * @param maxLength the limit of the texts that the regular expression constrains
 */
export function costlyPattern(
  patterns: Patterns | undefined,
  text: string,
  marker: Marker,
  maxLength = longestText,
): Problem | undefined {
  const steps = patterns?.maxSteps(text, maxLength) ?? 0;
  if (steps <= manySteps) return undefined;
  const limit = Math.min(1024, Math.floor((maxLength * manySteps) / steps));
  const millions = Math.round(steps / 1_000_000);
  return {
    ...validationProblems.is("validation/costly-pattern"),
    message: `\`${markerString(marker)}\`: a text of ${maxLength} characters takes up to ${millions} million steps, during which the server answers no other request`,
    hint: `limit the length, which is checked first: +${siblingName(marker, "MaxLength")}=${limit}`,
    position: marker.position,
  };
}
