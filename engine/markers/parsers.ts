import type { Parsed } from "./define-marker.js";
import { unquote } from "./grammar.js";
import type { Marker, MarkerDefinition } from "./marker.js";

/** Parses a marker without a value and without arguments. */
export function parseBare({ value, args }: Marker): Parsed<true> {
  return value === undefined && args === undefined ? { value: true } : { fault: "takes no value" };
}

/** Parses a marker whose value is `true` or `false`. */
export function parseBool({ value = "" }: Marker): Parsed<boolean> {
  const text = unquote(value);
  return text === "true" || text === "false" ? { value: text === "true" } : { fault: "needs true or false" };
}

/** Parses a marker whose value is `true`, `false` or absent. An absent value is true. */
export function parseFlag(marker: Marker): Parsed<boolean> {
  return marker.value === undefined ? { value: true } : parseBool(marker);
}

/** Returns a parser for a non-empty string. Quotes belong to the string. */
export function parseString(fault: string): (marker: Marker) => Parsed<string> {
  return ({ value = "" }) => (value === "" ? { fault } : { value });
}

/** Returns a parser that accepts only the given words. */
export function parseOneOf<Word extends string>(fault: string, ...words: readonly Word[]) {
  return ({ value }: Marker): Parsed<Word> => {
    const word = words.find((known) => known === value);
    return word === undefined ? { fault } : { value: word };
  };
}

/** Returns a parser for strings that a check accepts. Quotes belong to the string. */
export function parseChecked(check: NonNullable<MarkerDefinition["check"]>): (marker: Marker) => Parsed<string> {
  return (marker) => {
    const wrong = check(marker);
    if (wrong === undefined) return { value: marker.value ?? "" };
    return typeof wrong === "string" ? { fault: wrong } : wrong;
  };
}
