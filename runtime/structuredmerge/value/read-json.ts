import { isDigit } from "../../json/scan.js";
import type { JSONObject, JSONValue } from "../../values/types.js";
import { setOwn } from "../../json/values.js";
import { characterOf, expectBytes, type ByteSource } from "./byte-source.js";
import { readNumber } from "./read-number.js";
import { readJSONString } from "./read-string.js";

const [quote, comma, colon] = [0x22, 0x2c, 0x3a];
const [openList, closeList, openMap, closeMap] = [0x5b, 0x5d, 0x7b, 0x7d];
const [letterF, letterN, letterT] = [0x66, 0x6e, 0x74];

/**
 * Reads a JSON value with the rules and the error messages of json-iterator. Errors are recorded in
 * the source.
 */
export function readJSONValue(source: ByteSource): JSONValue {
  const byte = source.readToken();
  source.unread();
  if (byte === quote) return readJSONString(source);
  if (byte === 0x2d || isDigit(byte)) return readNumber(source);
  if (byte === letterN) return readWord(source, "null", null);
  if (byte === letterT || byte === letterF) return readBoolean(source);
  if (byte === openList) return readList(source);
  if (byte === openMap) return readMap(source);
  source.report("Read", "unexpected value type: 0");
  return null;
}

function readWord(source: ByteSource, word: string, value: null): null {
  expectBytes(source, word, "skipFourBytes");
  return value;
}

function readBoolean(source: ByteSource): boolean {
  const isTrue = source.readToken() === letterT;
  if (isTrue) expectBytes(source, "rue", "skipThreeBytes");
  else expectBytes(source, "alse", "skipFourBytes");
  return isTrue;
}

function readList(source: ByteSource): JSONValue[] {
  const items: JSONValue[] = [];
  readItems(source, () => items.push(readJSONValue(source)));
  return items;
}

function readMap(source: ByteSource): JSONObject {
  const map: JSONObject = {};
  readEntries(source, "ReadMapCB", (key) => {
    setOwn(map, key, readJSONValue(source));
  });
  return map;
}

/**
 * Reads a list, or `null` as an empty list.
 *
 * @param readItem reads one item
 */
export function readItems(source: ByteSource, readItem: () => void): void {
  const start = source.readToken();
  if (start === letterN) {
    expectBytes(source, "ull", "skipThreeBytes");
    return;
  }
  if (start !== openList) {
    source.report("ReadArrayCB", `expect [ or n, but found ${characterOf(start)}`);
    return;
  }
  if (!source.enter()) return;
  let byte = source.readToken();
  if (byte !== closeList) {
    source.unread();
    do {
      readItem();
      byte = source.readToken();
    } while (byte === comma);
    if (byte !== closeList) source.report("ReadArrayCB", `expect ] in the end, but found ${characterOf(byte)}`);
  }
  source.leave();
}

/**
 * Reads a map, or `null` as an empty map, as the function `operation` of json-iterator does. After
 * a key without a colon, `ReadMapCB` ends, and `ReadObjectCB` continues.
 *
 * @param readEntry reads the value of one entry
 */
export function readEntries(
  source: ByteSource,
  operation: "ReadMapCB" | "ReadObjectCB",
  readEntry: (key: string) => void,
): void {
  const start = source.readToken();
  if (start === letterN) {
    expectBytes(source, "ull", "skipThreeBytes");
    return;
  }
  if (start !== openMap) {
    source.report(operation, `expect { or n, but found ${characterOf(start)}`);
    return;
  }
  if (!source.enter()) return;
  readEntriesInside(source, operation, readEntry);
  source.leave();
}

function readEntriesInside(
  source: ByteSource,
  operation: "ReadMapCB" | "ReadObjectCB",
  readEntry: (key: string) => void,
): void {
  let byte = source.readToken();
  if (byte === closeMap) return;
  if (byte !== quote) {
    source.report(operation, `expect " after {, but found ${characterOf(byte)}`);
    return;
  }
  source.unread();
  do {
    const key = readJSONString(source);
    const separator = source.readToken();
    if (separator !== colon) {
      // The message of ReadMapCB contains the byte before the key.
      const found = operation === "ReadMapCB" ? byte : separator;
      source.report(operation === "ReadMapCB" ? operation : "ReadObject", missingColon(found));
      if (operation === "ReadMapCB") return;
    }
    readEntry(key);
    byte = source.readToken();
  } while (byte === comma);
  if (byte !== closeMap) source.report(operation, "object not ended with }");
}

function missingColon(found: number): string {
  return `expect : after object field, but found ${characterOf(found)}`;
}
