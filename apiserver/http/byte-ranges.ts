/** So many bytes from the one at `start` on. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** Why ranges can't be served, in Go's words. */
export class RangeFault extends Error {
  override readonly name = "RangeFault";
  /** Whether they can be read, and lie behind the end. */
  readonly isBehindEnd: boolean;

  constructor(isBehindEnd: boolean) {
    super(isBehindEnd ? "invalid range: failed to overlap" : "invalid range");
    this.isBehindEnd = isBehindEnd;
  }
}

/** More than anybody wants: each costs more than its bytes. */
const maxRanges = 100;

/**
 * The ranges of a `Range` header in a document of so many bytes: empty where all of it is to be
 * sent, which is also what is answered to ranges that come to more than the document, or are too
 * many. Those that begin behind the end are left out beside others. @throws RangeFault
 */
export function parseByteRanges(header: string, size: number): readonly ByteRange[] {
  if (header === "") return [];
  if (!header.startsWith("bytes=")) throw new RangeFault(false);
  const parts = header
    .slice("bytes=".length)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const ranges = parts.map((part) => parseRange(part, size)).filter((range) => range !== undefined);
  if (parts.length > 0 && ranges.length === 0) throw new RangeFault(true);
  const total = ranges.reduce((sum, { length }) => sum + length, 0);
  return total > size || ranges.length > maxRanges ? [] : ranges;
}

/** As `Content-Range` says it. */
export function contentRange({ start, length }: ByteRange, size: number): string {
  return `bytes ${start}-${start + length - 1}/${size}`;
}

function parseRange(text: string, size: number): ByteRange | undefined {
  const [, first, last] = /^(\d*)\s*-\s*(\d*)$/.exec(text) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) throw new RangeFault(false);
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? undefined : { start: size - length, length };
  }
  const start = Number(first);
  if (start >= size) return undefined;
  if (last !== "" && Number(last) < start) throw new RangeFault(false);
  return { start, length: (last === "" ? size : Math.min(Number(last) + 1, size)) - start };
}
