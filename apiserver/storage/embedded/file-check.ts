import { closeSync, fstatSync, openSync, readSync } from "node:fs";

// Expected values in the two meta pages of lmdb, and offsets in bytes from the start of a page.
const magic = 0xbeefc0de;
const magicAt = 24;
const pageSizeAt = 48;
const lastPageAt = 144;
const transactionAt = 152;
const metaLength = 160;

/**
 * Reports whether a database file is shorter than its newest meta page declares, or has content but
 * no meta page. A short file is not always damaged, because lmdb counts pages that were allocated
 * and freed in one transaction but never writes them. However, reading a page after the end of the
 * file kills the process.
 */
export function isTruncated(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const first = metaPage(file, 0);
    if (first === undefined) return size > 0;
    const second = metaPage(file, first.pageSize);
    const newest = second !== undefined && second.transaction > first.transaction ? second : first;
    return (newest.lastPage + 1n) * BigInt(newest.pageSize) > BigInt(size);
  } finally {
    closeSync(file);
  }
}

interface MetaPage {
  readonly pageSize: number;
  readonly lastPage: bigint;
  readonly transaction: bigint;
}

function metaPage(file: number, position: number): MetaPage | undefined {
  const bytes = Buffer.alloc(metaLength);
  if (readSync(file, bytes, 0, metaLength, position) < metaLength) return undefined;
  if (bytes.readUInt32LE(magicAt) !== magic) return undefined;
  return {
    pageSize: bytes.readUInt32LE(pageSizeAt),
    lastPage: bytes.readBigUInt64LE(lastPageAt),
    transaction: bytes.readBigUInt64LE(transactionAt),
  };
}
