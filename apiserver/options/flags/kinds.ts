import { durationToMilliseconds, type Duration } from "@apimachinery/runtime";
import type { Flag } from "./flag.js";

/**
 * Creates a flag whose value is a string. As in Go's pflag, the last occurrence of a repeated flag
 * decides its value.
 */
export function stringFlag(initial: string, help: string, placeholder = "string"): Flag<string> {
  return {
    default: initial,
    help,
    placeholder,
    shownDefault: initial === "" ? "" : JSON.stringify(initial),
    read: last,
  };
}

/** Creates a flag whose value is a whole number. The validation of the options checks its range. */
export function intFlag(initial: number, help: string, placeholder = "int"): Flag<number> {
  const read = (texts: readonly string[]) => {
    const given = last(texts);
    if (!/^[+-]?\d{1,15}$/.test(given)) throw new Error("it must be a whole number");
    return Number(given);
  };
  return { default: initial, help, placeholder, shownDefault: initial === 0 ? "" : String(initial), read };
}

/** Creates a flag whose value is a list of whole numbers, separated by commas. */
export function ints(help: string): Flag<readonly number[]> {
  const read = (texts: readonly string[]) =>
    texts.flatMap((given) => (given === "" ? [] : given.split(","))).map((part) => intFlag(0, "").read([part.trim()]));
  return { default: [], help, placeholder: "ints", shownDefault: "", read };
}

export function float(initial: number, help: string): Flag<number> {
  const read = (texts: readonly string[]) => {
    const given = last(texts);
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(given)) throw new Error("it must be a number");
    return Number(given);
  };
  return { default: initial, help, placeholder: "float", shownDefault: initial === 0 ? "" : String(initial), read };
}

/** Maximum delay of a timer in milliseconds. Node fires a timer with a longer delay immediately. */
export const longestTimer = 2 ** 31 - 1;

export function durationFlag(initial: Duration, help: string): Flag<Duration> {
  const read = (texts: readonly string[]) => {
    const given = last(texts);
    if (durationToMilliseconds(given) > longestTimer) throw new Error("it must not be longer than 24 days");
    return given;
  };
  return { default: initial, help, placeholder: "duration", shownDefault: initial === "0s" ? "" : initial, read };
}

/** Creates a flag whose value is true or false. `--flag` without a value is true. */
export function boolFlag(initial: boolean, help: string): Flag<boolean> {
  const read = (texts: readonly string[]) => {
    const given = last(texts);
    if (["1", "t", "T", "true", "TRUE", "True"].includes(given)) return true;
    if (["0", "f", "F", "false", "FALSE", "False"].includes(given)) return false;
    throw new Error("it must be true or false");
  };
  return { default: initial, help, placeholder: "", shownDefault: initial ? "true" : "", read };
}

/**
 * Creates a flag whose value is a list of strings. Values are separated by commas, and the flag can
 * be repeated.
 */
export function stringsFlag(
  initial: readonly string[],
  help: string,
  placeholder = "strings",
): Flag<readonly string[]> {
  const read = (texts: readonly string[]) => texts.flatMap((given) => (given === "" ? [] : given.split(",")));
  return {
    default: initial,
    help,
    placeholder,
    shownDefault: initial.length === 0 ? "" : `[${initial.join(",")}]`,
    read,
  };
}

/**
 * Creates a flag whose value is a list of strings. Each occurrence of the flag adds one string. The
 * string can contain commas.
 */
export function each(help: string, placeholder: string): Flag<readonly string[]> {
  return { default: [], help, placeholder, shownDefault: "", read: (texts) => texts };
}

/** Creates a flag whose value is one of several strings. */
export function choice<T extends string>(choices: readonly T[], initial: T, help: string): Flag<T> {
  const read = (texts: readonly string[]) => {
    const given = last(texts);
    const found = choices.find((name) => name === given);
    if (found === undefined) throw new Error(`allowed values: ${choices.filter((name) => name !== "").join(", ")}`);
    return found;
  };
  const listed = choices.filter((name) => name !== "").join(", ");
  return {
    default: initial,
    help: `${help}: ${listed}`,
    placeholder: "string",
    shownDefault: initial === "" ? "" : JSON.stringify(initial),
    read,
  };
}

/** Returns a copy of a flag with another default. */
export function withDefault<T>(flag: Flag<T>, initial: T): Flag<T> {
  return {
    ...flag,
    default: initial,
    shownDefault: typeof initial === "string" ? JSON.stringify(initial) : String(initial),
  };
}

function last(texts: readonly string[]): string {
  return texts[texts.length - 1] ?? "";
}
