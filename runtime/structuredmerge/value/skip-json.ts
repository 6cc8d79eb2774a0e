import { isDigit } from "../../json/scan.js";
import { expectBytes, type ByteSource } from "./byte-source.js";
import { readEntries, readItems } from "./read-json.js";
import { readNumber, skipNumber } from "./read-number.js";
import { readJSONString } from "./read-string.js";

/** Skips a JSON value with the rules and the error messages of json-iterator. */
export function skipJSON(source: ByteSource): void {
  const byte = source.readToken();
  const character = String.fromCharCode(byte);
  if (character === "n") {
    expectBytes(source, "ull", "skipThreeBytes");
    return;
  }
  if (character === "t") {
    expectBytes(source, "rue", "skipThreeBytes");
    return;
  }
  if (character === "f") {
    expectBytes(source, "alse", "skipFourBytes");
    return;
  }
  const isNumber = byte === 0x2d || isDigit(byte);
  if (!isNumber && !'"[{'.includes(character)) {
    source.report("Skip", `do not know how to skip: ${String(byte)}`);
    return;
  }
  if (isNumber && character !== "0") {
    skipNumber(source);
    return;
  }
  source.unread();
  if (isNumber) readNumber(source, "readFloat32");
  else if (character === '"') readJSONString(source);
  else if (character === "[")
    readItems(source, () => {
      skipJSON(source);
    });
  else
    readEntries(source, "ReadObjectCB", () => {
      skipJSON(source);
    });
}
