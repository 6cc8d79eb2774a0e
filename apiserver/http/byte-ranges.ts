/** A range of `length` bytes that begins at the byte `start`. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** Error for a `Range` header that cannot be served, with Go's message. */
export class RangeProblem extends Error {
  override readonly name = "RangeFault";
  /** True if the ranges are valid, but begin after the end of the document. */
  readonly isBehindEnd: boolean;

  constructor(isBehindEnd: boolean) {
    super(isBehindEnd ? "invalid range: failed to overlap" : "invalid range");
    this.isBehindEnd = isBehindEnd;
  }
}

/**
 * Maximum number of ranges. A client needs only a few ranges, and each range costs more than its
 * bytes.
 */
const maxRanges = 100;

/**
 * Returns the ranges of a `Range` header for a document of `size` bytes. Omits ranges that begin
 * after the end of the document. Returns an empty list if the whole document must be sent: for a
 * request without the header, with too many ranges, or with ranges whose total is longer than the
 * document.
 * @throws RangeProblem
 */
export function parseByteRanges(header: string, size: number): readonly ByteRange[] {
  if (header === "") return [];
  if (!header.startsWith("bytes=")) throw new RangeProblem(false);
  const parts = header
    .slice("bytes=".length)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const ranges = parts.map((part) => parseRange(part, size)).filter((range) => range !== undefined);
  if (parts.length > 0 && ranges.length === 0) throw new RangeProblem(true);
  const total = ranges.reduce((sum, { length }) => sum + length, 0);
  return total > size || ranges.length > maxRanges ? [] : ranges;
}

/** Returns the value of the header `Content-Range` for a range. */
export function contentRange({ start, length }: ByteRange, size: number): string {
  return `bytes ${start}-${start + length - 1}/${size}`;
}

function parseRange(text: string, size: number): ByteRange | undefined {
  const [, first, last] = /^(\d*)\s*-\s*(\d*)$/.exec(text) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) throw new RangeProblem(false);
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? undefined : { start: size - length, length };
  }
  const start = Number(first);
  if (start >= size) return undefined;
  if (last !== "" && Number(last) < start) throw new RangeProblem(false);
  return { start, length: (last === "" ? size : Math.min(Number(last) + 1, size)) - start };
}
