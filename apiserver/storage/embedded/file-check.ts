import { closeSync, fstatSync, openSync, readSync } from "node:fs";

// Where lmdb's two meta pages have what is needed here, from the start of a page.
const magic = 0xbeefc0de;
const magicAt = 24;
const pageSizeAt = 48;
const lastPageAt = 144;
const transactionAt = 152;
const metaLength = 160;

/**
 * Whether a database file is shorter than its newest meta page says, or has none. Not proof of
 * damage: pages that were taken and given back in one transaction are counted and never written.
 * But reading a page behind the end kills the process.
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
