import { cborToJSON, jsonToCBOR } from "@apimachinery/runtime/cbor";
import { Random } from "../fuzz/random.js";

/** Documents to convert. */
export interface CBORCase {
  readonly steps: readonly CBORStep[];
}

/** A CBOR document as hexadecimal digits, or an object. */
export type CBORStep = { readonly cbor: string } | { readonly json: Readonly<Record<string, unknown>> };

/** Items of RFC 8949, appendix A, and items with a mistake. */
const items = `00 17 1818 190100 1a000f4240 1bffffffffffffffff 1b7fffffffffffffff 1b8000000000000000 3b7fffffffffffffff
  3bffffffffffffffff 20 3903e7 f90000 f98000 f93c00 fb3ff199999999999a f93e00 f97bff fa47c35000 fa7f7fffff
  fb7e37e43c8800759c f90001 f97c00 f97e00 f4 f5 f6 f7 f0 f818 f8ff c074323031332d30332d32315432303a30343a30305a
  c11a514b67b0 c1fb41d452d9ec200000 c1fb41d452d9ec240000 c13a000fffff d74401020304 d64401020304 d54401020304
  d818456449455446 40 4401020304 60 6161 62225c 62c3bc 63e6b0b4 64f0908591 61ff 62c328 43c328ff 80 83010203
  8301820203820405 a0 a201020304 a26161016162820203 826161a161626163 5f42010243030405ff 7f657374726561646d696e67ff
  9fff 9f018202039f0405ffff bf61610161629f0203ffff bf6346756ef563416d7421ff a2616101616102 a2416101616102
  c249010000000000000000 c349010000000000000000 d9d9f7a1416101 d9d9f7d9d9f701 ff 1f 1c 5b7fffffffffffffff
  9bffffffffffffffff bbffffffffffffffff 5f6161ff 7f4161ff 7f5fffff bf01ff c0a0 c11901 c14401020304 d6816141
  c07820323031332d30332d32315432303a30343a30302e3530303030303030302b30313a3030 a1f501 7f61c361bcff 9f a1`.split(/\s+/);

const texts = [
  "",
  "a",
  "b",
  "metadata",
  "a longer text with more than 23 characters",
  "ü€😀",
  "__proto__",
  '\u0000\n"',
];
const numbers = [
  0,
  1,
  -1,
  23,
  24,
  -24,
  -25,
  255,
  256,
  65536,
  2 ** 32,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  0.5,
  1.1,
  1e300,
  65504.5,
];

/** Returns the case of a seed: objects, and CBOR documents with random mistakes. */
export function randomCase(seed: number): CBORCase {
  const random = new Random(seed);
  const steps = Array.from({ length: 20 }, () =>
    random.chance(0.3) ? { json: object(random) } : { cbor: damaged(random) },
  );
  return { steps };
}

function object(random: Random): Readonly<Record<string, unknown>> {
  return { apiVersion: "example.com/v1", kind: "Thing", content: value(random, 4) };
}

function value(random: Random, depth: number): unknown {
  const choice = random.int(depth > 0 ? 6 : 4);
  if (choice < 2) return random.pick(texts);
  if (choice === 2) return random.pick(numbers);
  if (choice === 3) return random.pick([true, false, null]);
  const children = Array.from({ length: random.int(5) }, () => value(random, depth - 1));
  // A key of an object that Object.fromEntries creates is data, also if it is `__proto__`.
  return choice === 4 ? children : Object.fromEntries(children.map((child) => [random.pick(texts), child]));
}

/** Returns a document in which up to three bytes or items were changed, inserted or removed. */
function damaged(random: Random): string {
  let bytes = Array.from(random.chance(0.5) ? jsonToCBOR(object(random)) : bytesOf(random.pick(items)));
  for (let changes = random.int(4); changes > 0; changes--) {
    const at = random.int(bytes.length + 1);
    const removed = random.int(2);
    const inserted = random.chance(0.5) ? [random.int(256)] : random.chance(0.5) ? bytesOf(random.pick(items)) : [];
    bytes = [...bytes.slice(0, at), ...inserted, ...bytes.slice(at + removed)];
  }
  return Buffer.from(bytes.length === 0 || hasNullKey(bytes) ? [0] : bytes).toString("hex");
}

/** Reports whether a document has null as a key, which Go's library reads as the key before it. */
function hasNullKey(bytes: readonly number[]): boolean {
  try {
    cborToJSON(Uint8Array.from(bytes));
    return false;
  } catch (error) {
    return (error as Error).message.includes("is null, not a string");
  }
}

function bytesOf(digits: string): readonly number[] {
  return Array.from(Buffer.from(digits, "hex"));
}
