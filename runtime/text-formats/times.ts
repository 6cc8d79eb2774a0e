/** @file String formats of times. */
import { parseDuration } from "../values/duration.js";

/** Reports whether a string is a date: `2006-01-02`. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Reports whether a string is a date with a time: `2006-01-02T15:04:05Z`. */
export function isDateTime(text: string): boolean {
  const [date = "", time] = text.toLowerCase().split("t", 2);
  if (time === undefined || !isDate(date)) return false;
  const [, hour = "99", minute = "99", second = "99"] =
    /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:.[0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/u.exec(time) ?? [];
  return hour <= "23" && minute <= "59" && second <= "59";
}

/**
 * Reports whether a string is a duration in Go's format, or contains a number with a unit: `3
 * days`.
 */
export function isDuration(text: string): boolean {
  return isGoDuration(text) || hasUnits(text);
}

function isGoDuration(text: string): boolean {
  try {
    parseDuration(text);
    return true;
  } catch {
    return false;
  }
}

function hasUnits(text: string): boolean {
  let found = false;
  for (const [, number = "", unit = ""] of text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
    // Go parses these numbers as 64-bit integers.
    if (number.length > 18 && BigInt(number) > 0x7fffffffffffffffn) return false;
    found ||= units.test(unit);
  }
  return found;
}

const units = /^(?:ns|us|µs|ms|s|m|h|hr|d|w|wk|nano.*|micro.*|milli.*|sec.*|min.*|hour.*|day.*|week.*)$/i;
