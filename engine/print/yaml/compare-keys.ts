/**
 * Compares two keys of a map by the order of Go's YAML library. Letters come after other
 * characters. Digits are compared as numbers, so `v2` comes before `v10`.
 */
export function compareYAMLKeys(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let at = 0; at < left.length && at < right.length; at++) {
    const [one = "", other = ""] = [left[at], right[at]];
    if (one !== other) return compareAt(left, right, at, one, other);
  }
  return left.length - right.length;
}

function compareAt(left: readonly string[], right: readonly string[], at: number, one: string, other: string): number {
  const [isLetter, isOtherLetter] = [letter.test(one), letter.test(other)];
  if (isLetter && isOtherLetter) return compareCharacters(one, other);
  if (isLetter || isOtherLetter) return isOtherLetter ? -1 : 1;
  // Leading zeros are ignored, unless they are inside of a number.
  const begins = (one === "0" || other === "0") && startsWithinNumber(left, at) ? "1" : "";
  const [number, otherNumber] = [digitsFrom(left, at), digitsFrom(right, at)];
  const difference = Number(begins + number) - Number(begins + otherNumber);
  if (difference !== 0) return difference;
  return number.length - otherNumber.length || compareCharacters(one, other);
}

const letter = /^\p{L}$/u;
const digit = /^\p{Nd}$/u;

function compareCharacters(a: string, b: string): number {
  return (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0);
}

/** Reports whether the digits directly before the position include a digit other than zero. */
function startsWithinNumber(characters: readonly string[], at: number): boolean {
  for (let before = at - 1; before >= 0 && digit.test(characters[before] ?? ""); before--)
    if (characters[before] !== "0") return true;
  return false;
}

function digitsFrom(characters: readonly string[], at: number): string {
  let end = at;
  while (end < characters.length && digit.test(characters[end] ?? "")) end++;
  return characters.slice(at, end).join("");
}
