import { createRequire } from "node:module";
import type pino from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLog } from "../../apiserver/logging/log.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each(["text", "json"] as const)(
  "loading the library of the log fails because no file descriptor is free (%s)",
  (loggingFormat) => {
    test("the timer tries again, the process continues, and the lines have the same form", () => {
      const lines: string[] = [];
      let attempts = 0;
      let isBroken = true;
      const load = (): typeof pino => {
        attempts++;
        if (isBroken) throw new Error("Cannot find module 'pino'");
        return createRequire(import.meta.url)("pino") as typeof pino;
      };
      const log = createLog({ v: 0, loggingFormat }, (line) => lines.push(line), load);
      vi.advanceTimersByTime(10_000);
      expect(attempts).toBe(1);
      vi.advanceTimersByTime(10_000);
      expect(attempts).toBe(2);

      log.error("without the library", new Error("reason"));
      isBroken = false;
      vi.advanceTimersByTime(10_000);
      log.error("with the library", new Error("reason"));
      vi.advanceTimersByTime(60_000);
      expect(attempts).toBe(4);
      const shape = (line: string | undefined) =>
        (line ?? "")
          .replace(/with(out)? the library/, "…")
          .replace(/\d{2}:\d{2}:\d{2}\.\d+|"ts":\d+|at .*/g, "…")
          .replace(/…\s[^]*/, "");
      expect(lines).toHaveLength(2);
      expect(lines[0]).toContain("without the library");
      expect(shape(lines[0])).toBe(shape(lines[1]));
    });
  },
);
