import { aboutMarker } from "../../../engine/markers/print-marker.js";
import type { PlanInput } from "../../../engine/plan/generator.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { Problem } from "../../../engine/base/problem.js";
import { markerString } from "../tag.js";
import { siblingName } from "./stated.js";
import { validationProblems } from "../../problem-codes/validation.js";

/** Go's regular expressions, as the project's installed runtime implements them. */
export interface Patterns {
  readonly pattern: (text: string) => { readonly matches: (text: string) => boolean };
  readonly maxSteps: (pattern: string, maxLength: number) => number;
}

/**
 * Returns the implementation of regular expressions; undefined if the project does not have the
 * runtime, or the npm package that it needs for regular expressions.
 */
export function patternsOf({ load }: Pick<PlanInput, "load">): Patterns | undefined {
  const found = (load("@apimachinery/runtime/pattern", "runtime") ?? {}) as Partial<Patterns>;
  const { pattern, maxSteps } = found;
  return pattern === undefined || maxSteps === undefined ? undefined : { pattern, maxSteps };
}

/**
 * Returns the problem of a regular expression that Go rejects, or that is written as a literal of
 * JavaScript; undefined if it is valid. If `patterns` is undefined, only literals of JavaScript are
 * reported.
 */
export function badPattern(patterns: Patterns | undefined, text: string, marker: Marker): Problem | undefined {
  if (isLiteral(text))
    return {
      ...validationProblems.is("validation/bad-pattern"),
      message: aboutMarker(
        markerString(marker),
        "cannot match any text: in a pattern, `/` is a character like any other",
      ),
      hint: "write the pattern without slashes and flags; (?i) at its beginning ignores case",
      position: marker.position,
    };
  try {
    patterns?.pattern(text).matches("");
    return undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, "");
    return {
      ...validationProblems.is("validation/bad-pattern"),
      message: aboutMarker(markerString(marker), `is not a regular expression of Go: ${reason}`),
      hint: "correct the pattern: Go's regular expressions have no lookaround and no backreferences",
      position: marker.position,
    };
  }
}

/**
 * Reports whether a pattern is written as a literal, such as `/^[a-z]+$/i`. Such a pattern matches
 * no text, because it requires a `/` before the beginning or after the end of the text.
 */
function isLiteral(text: string): boolean {
  return /^\/(\^[^]*|[^]*\$)\/[a-z]*$/.test(text);
}

/** Maximum size of a request body, in bytes (3 MiB), and so the maximum length of a string. */
const longestText = 3 * 1024 * 1024;

/**
 * Number of steps that take a server several seconds, and an API server up to four times as long.
 */
const manySteps = 500_000_000;

/**
 * Returns the warning for a regular expression whose search can occupy a server for seconds;
 * undefined for any other regular expression.
 * @param maxLength maximum length of the strings that it constrains, in characters; undefined if
 * unlimited
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
    message: aboutMarker(
      markerString(marker),
      `matching a string of ${maxLength} characters can take ${millions} million steps, during which the server cannot respond to other requests`,
    ),
    hint: `limit the length, which is checked before the pattern: +${siblingName(marker, "MaxLength")}=${limit}`,
    position: marker.position,
  };
}
