import {
  canonicalDuration,
  canonicalMicroTime,
  canonicalTime,
  compareTimes,
  dateOf,
  formatDuration,
  microTimeOf,
  parseDuration,
  timeOf,
} from "@apimachinery/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { outcome, type Row, vectors } from "./vectors.js";

const times = vectors("time") as { time: Row[]; microTime: Row[] };
const { duration: durations } = vectors("duration") as {
  duration: [text: string, result: string | null, error: string | null, nanoseconds: string | null][];
};

/** Texts that Go can write but cannot read. */
const outsideOfYears = new Set(["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00", "0000-01-01T00:00:00+00:01"]);

describe("times as Go reads and writes them", () => {
  test.each([
    ["Time", canonicalTime, times.time],
    ["MicroTime", canonicalMicroTime, times.microTime],
  ] as const)("%s", (_, canonical, rows) => {
    const expected = rows.filter(([text]) => !outsideOfYears.has(text));
    expect(expected.map(([text]) => [text, ...outcome(() => canonical(text))])).toEqual(expected);
  });

  test("a time outside of the years 0 to 9999 is refused", () => {
    for (const text of outsideOfYears) expect(() => canonicalTime(text)).toThrow("year outside of range [0,9999]");
  });

  test("duration", () => {
    expect(
      durations.map(([text]) => [
        text,
        ...outcome(() => canonicalDuration(text)),
        outcome(() => String(parseDuration(text)))[0],
      ]),
    ).toEqual(durations);
  });
});

const dates = fc.date({
  min: new Date("0000-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});
const int64 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);

describe("laws of times", () => {
  test("a canonical string stays canonical and has the same time", () => {
    fc.assert(
      fc.property(dates, (date) => {
        const time = timeOf(date);
        const micro = microTimeOf(date);
        fc.pre(time !== "" && micro !== "");
        expect(canonicalTime(time)).toBe(time);
        expect(canonicalMicroTime(micro)).toBe(micro);
        expect(canonicalTime(date.toISOString())).toBe(time);
        expect(dateOf(micro)).toEqual(date);
      }),
    );
  });

  test("times have the order of their dates", () => {
    fc.assert(
      fc.property(dates, dates, (a, b) => {
        expect(compareTimes(microTimeOf(a), microTimeOf(b))).toBe(Math.sign(a.getTime() - b.getTime()));
        expect(compareTimes("", timeOf(a))).toBe(
          Math.sign(new Date("0001-01-01T00:00:00Z").getTime() - Math.floor(a.getTime() / 1000) * 1000),
        );
      }),
    );
  });

  test("a formatted duration is parsed to the same value", () => {
    fc.assert(
      fc.property(int64, (nanoseconds) => {
        expect(parseDuration(formatDuration(nanoseconds))).toBe(nanoseconds);
      }),
    );
  });
});
