/** Advice by Go type: a description of the values that the type allows. */
const words: Readonly<Record<string, string>> = {
  string: "a string",
  bool: "true or false",
  float32: "a number",
  float64: "a number",
  ...Object.fromEntries(
    [8, 16, 32, 64]
      .flatMap((bits) => [`int${bits}`, `uint${bits}`])
      .map((type) => [type, "an integer in the range of its type"]),
  ),
  "jsonpatch.Patch": "a list of operations",
};

/**
 * Errors of Go's converter of unstructured objects: the beginning of each message, and the type
 * that the value must have. If the type is empty, the rest of the message is the type.
 */
const conversions: readonly (readonly [start: string, type: string])[] = [
  ["unrecognized type: ", ""],
  ["cannot restore slice from ", "[]"],
  ["cannot restore map from ", "map["],
  ["cannot restore struct from: ", "map["],
  ["cannot convert float64 to ", ""],
  ["cannot convert int64 to ", ""],
];

/**
 * Advice for errors of Go's parsers. A message gets the advice if it contains `start` and, after
 * it, `end`.
 */
const parsers: readonly (readonly [start: string, end: string, advice: string])[] = [
  ['parsing time "', ' as "2006-01-02T15:04:05Z', "write RFC 3339, such as 2026-01-31T08:00:00Z"],
  ['parsing time "', ' as "2006-01-02T15:04:05.0', "write microseconds, such as 2026-01-31T08:00:00.000000Z"],
  ["time: ", ' duration "', "write numbers with units, such as 1h30m or 90s"],
];

/**
 * Adds advice for users who do not know Go to the message of a decoder's error. Returns other
 * messages unchanged.
 */
export function withPlainAdvice(text: string): string {
  const type = typeIn(text);
  const advice =
    (type === undefined ? undefined : typeAdvice(type)) ??
    parsers.find(([start, end]) => hasInOrder(text, start, end))?.[2];
  return advice === undefined ? text : `${text} (${advice})`;
}

/**
 * Returns the Go type in the message of a decoder's error; undefined if the message contains none.
 */
function typeIn(text: string): string | undefined {
  if (hasInOrder(text, "json: cannot unmarshal ", " of type "))
    return text.slice(text.lastIndexOf(" of type ") + " of type ".length);
  const [start, type] = conversions.find(([begin]) => text.startsWith(begin)) ?? [];
  return start === undefined || type !== "" ? type : text.slice(start.length);
}

function typeAdvice(type: string): string | undefined {
  const word = type.startsWith("[]") ? "a list" : type.startsWith("map[") ? "an object" : words[type];
  return word === undefined ? undefined : `the value must be ${word}`;
}

function hasInOrder(text: string, start: string, end: string): boolean {
  const at = text.indexOf(start);
  return at !== -1 && text.includes(end, at);
}
