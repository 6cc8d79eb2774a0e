import { goQuote } from "../util/go-quote.js";

/** Label and value in a requirement of a field selector: `metadata.name=a`. */
export interface FieldLabel {
  readonly label: string;
  readonly value: string;
}

/**
 * Function that converts a requirement of a field selector from the field names of a version to
 * those of the hub.
 * @throws Error for a label that the kind does not support
 */
export type FieldLabelConversionFunc = (label: string, value: string) => FieldLabel;

/**
 * Converts field selectors of kinds without a conversion function. Supports only metadata.name and
 * metadata.namespace (Go: DefaultMetaV1FieldSelectorConversion).
 * @throws Error for other labels
 */
export function defaultFieldLabelConversion(label: string, value: string): FieldLabel {
  if (label === "metadata.name" || label === "metadata.namespace") return { label, value };
  throw new Error(`${goQuote(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`);
}
