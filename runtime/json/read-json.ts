import { StringCursor } from "./text-cursor.js";
import { setOwn } from "./values.js";

/**
 * Parses valid JSON as `JSON.parse` does, but converts each number with a function. This parser is
 * much slower than `JSON.parse`, so callers use it only for JSON with numbers that `JSON.parse`
 * would change.
 * @throws RangeError for JSON that is nested deeper than the call stack allows
 */
export function readJSON(text: string, numberOf: (literal: string) => unknown): unknown {
  return valueAt(new StringCursor(text), numberOf);
}

function valueAt(cursor: StringCursor, numberOf: (literal: string) => unknown): unknown {
  switch (cursor.peek()) {
    case "{":
      return objectAt(cursor, numberOf);
    case "[":
      return listAt(cursor, numberOf);
    case '"':
      return cursor.readString();
    case "t":
    case "f":
    case "n":
      return JSON.parse(cursor.readLiteral());
    default:
      return numberOf(cursor.readLiteral());
  }
}

function objectAt(cursor: StringCursor, numberOf: (literal: string) => unknown): object {
  const object: Record<string, unknown> = {};
  for (cursor.take("{"); !cursor.take("}"); cursor.take(",")) {
    const key = cursor.readString();
    cursor.take(":");
    setOwn(object, key, valueAt(cursor, numberOf));
  }
  return object;
}

function listAt(cursor: StringCursor, numberOf: (literal: string) => unknown): unknown[] {
  const list: unknown[] = [];
  for (cursor.take("["); !cursor.take("]"); cursor.take(",")) list.push(valueAt(cursor, numberOf));
  return list;
}
