import { pattern } from "@apimachinery/runtime/pattern";
import type { AnyOutcome } from "../judge/outcomes.js";
import type { PatternCase, Step } from "./random-case.js";

export interface Outcome extends AnyOutcome {
  /** One digit for each text: 1 for a match. */
  readonly matches?: string;
}

/** Searches the texts of a case with the patterns of the runtime. */
export function replay({ steps }: PatternCase): readonly Outcome[] {
  return steps.map(outcomeOf);
}

export function outcomeOf({ pattern: text, texts }: Step): Outcome {
  const { matches } = pattern(text);
  try {
    return { matches: texts.map((each) => (matches(each) ? "1" : "0")).join("") };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
