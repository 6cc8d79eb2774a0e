import { goQuote } from "../go-quote.js";

/** A field selector's label and value. */
export interface FieldLabel {
  readonly label: string;
  readonly value: string;
}

/**
 * Translates a field selector of a version to the hub's names. Throws an Error for a label that the
 * kind does not offer.
 */
export type FieldLabelConversionFunc = (label: string, value: string) => FieldLabel;

/** What kinds offer that say nothing else, Go's DefaultMetaV1FieldSelectorConversion. */
export function defaultFieldLabelConversion(label: string, value: string): FieldLabel {
  if (label === "metadata.name" || label === "metadata.namespace") return { label, value };
  throw new Error(`${goQuote(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`);
}
