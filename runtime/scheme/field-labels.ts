import { goQuote } from "../util/go-quote.js";

/** Label and value of a field selector. */
export interface FieldLabel {
  readonly label: string;
  readonly value: string;
}

/**
 * Translates a requirement of a field selector from the names of a version to the names of the hub.
 * @throws Error for a label that the kind does not support
 */
export type FieldLabelConversionFunc = (label: string, value: string) => FieldLabel;

/**
 * Translates field selectors of kinds that have no translation function (Go:
 * DefaultMetaV1FieldSelectorConversion).
 */
export function defaultFieldLabelConversion(label: string, value: string): FieldLabel {
  if (label === "metadata.name" || label === "metadata.namespace") return { label, value };
  throw new Error(`${goQuote(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`);
}
