import { readDocument, type CBORLimits, type DocumentSink } from "./document-reader.js";
import { JSONBuffer } from "./json-buffer.js";

/**
 * Converts a CBOR document to JSON as Kubernetes does. Byte strings become strings: in the format
 * that a tag selects, otherwise as UTF-8. A floating-point number keeps its fraction (`1.0`).
 * @throws CBORError for bytes that are not exactly one item, for more items than `limits` allows,
 * and for items that Kubernetes does not accept, such as duplicate map keys, keys that are not
 * strings, text strings that are not UTF-8, NaN, infinity, and integers that do not fit into a
 * signed 64-bit integer
 */
export function cborToJSON(data: Uint8Array, limits?: CBORLimits): string {
  const printer = new JSONPrinter();
  readDocument(data, printer, limits);
  return printer.result();
}

/** Prints the items of a CBOR document as JSON. */
class JSONPrinter implements DocumentSink {
  readonly #json = new JSONBuffer();
  /**
   * For each map that contains the current position, the keys that were already printed. The
   * outermost map is first; a list has the entry undefined.
   */
  readonly #keys: (Set<string> | undefined)[] = [];
  #needsComma = false;

  begin(isMap: boolean): void {
    this.#raw(isMap ? "{" : "[");
    this.#keys.push(isMap ? new Set() : undefined);
    this.#needsComma = false;
  }

  end(isMap: boolean): void {
    this.#json.print(isMap ? "}" : "]");
    this.#keys.pop();
    this.#needsComma = true;
  }

  key(text: string): boolean {
    const keys = this.#keys.at(-1);
    const isNew = keys?.has(text) !== true;
    keys?.add(text);
    this.text(text);
    this.#json.print(":");
    this.#needsComma = false;
    return isNew;
  }

  text(text: string): void {
    if (this.#needsComma) this.#json.print(",");
    this.#json.string(text);
    this.#needsComma = true;
  }

  integer(value: number | bigint): void {
    this.#raw(String(value));
  }

  float(value: number): void {
    this.#raw(floatText(value));
  }

  constant(value: boolean | null): void {
    this.#raw(String(value));
  }

  /** Returns the JSON that was printed so far. */
  result(): string {
    return this.#json.text();
  }

  #raw(text: string): void {
    if (this.#needsComma) this.#json.print(",");
    this.#json.print(text);
    this.#needsComma = true;
  }
}

/**
 * Prints a floating-point number with a fraction or an exponent, so that it is not read as an
 * integer.
 */
function floatText(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
