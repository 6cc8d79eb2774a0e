import type { Parsed } from "./define-marker.js";
import { unquote } from "./grammar.js";
import type { Marker, MarkerDefinition } from "./marker.js";

/** Parses a marker that has neither a value nor arguments. */
export function parseBare({ value, args }: Marker): Parsed<true> {
  return value === undefined && args === undefined ? { value: true } : { fault: "takes no value" };
}

/** Parses `true` or `false`. */
export function parseBool({ value = "" }: Marker): Parsed<boolean> {
  const text = unquote(value);
  return text === "true" || text === "false" ? { value: text === "true" } : { fault: "needs true or false" };
}

/** Parses `+name`, `+name=true` or `+name=false`. */
export function parseFlag(marker: Marker): Parsed<boolean> {
  return marker.value === undefined ? { value: true } : parseBool(marker);
}

/** Returns a parser for a string that is not empty. Quotes are part of the string. */
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

/** Returns a parser for the strings that a check accepts. Quotes are part of the string. */
export function parseChecked(check: NonNullable<MarkerDefinition["check"]>): (marker: Marker) => Parsed<string> {
  return (marker) => {
    const wrong = check(marker);
    if (wrong === undefined) return { value: marker.value ?? "" };
    return typeof wrong === "string" ? { fault: wrong } : wrong;
  };
}
