import type { JSONValue } from "@apimachinery/runtime";
import { readYAML } from "../../apiserver/yaml/read-yaml.js";
import type { AnyOutcome } from "../judge/outcomes.js";
import type { YAMLCase } from "./random-case.js";

interface Outcome extends AnyOutcome {
  readonly json?: JSONValue;
  readonly duplicates?: readonly string[];
}

/** Reads the texts of a case with the reader of the server. */
export function replay({ steps }: YAMLCase): readonly Outcome[] {
  return steps.map((text) => {
    try {
      const { json, duplicates } = readYAML(text);
      return { json: JSON.parse(json) as JSONValue, ...(duplicates.length === 0 ? {} : { duplicates }) };
    } catch (error) {
      const { message } = error as Error;
      if (!message.startsWith("yaml: ")) throw error;
      return { error: "refused" };
    }
  });
}
