import type { JSONValue } from "@apimachinery/runtime";
import { cborToJSON, jsonToCBOR } from "@apimachinery/runtime/cbor";
import type { AnyOutcome } from "../judge/outcomes.js";
import type { CBORCase, CBORStep } from "./random-case.js";

interface Outcome extends AnyOutcome {
  readonly cbor?: string;
  readonly json?: JSONValue;
}

/** Converts the documents of a case. */
export function replay({ steps }: CBORCase): readonly Outcome[] {
  return steps.map(convert);
}

function convert(step: CBORStep): Outcome {
  if ("json" in step) return { cbor: Buffer.from(jsonToCBOR(step.json)).toString("hex") };
  try {
    const text = cborToJSON(Buffer.from(step.cbor, "hex"));
    // Go keeps byte strings that are not UTF-8, and replaces other bytes in them when it writes
    // JSON.
    return text.includes("\ufffd") ? { error: "not UTF-8" } : { json: JSON.parse(text) as JSONValue };
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== "CBORError") throw error;
    return { error: message.includes("\ufffd") ? "not UTF-8" : "refused" };
  }
}
