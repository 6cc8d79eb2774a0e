import { describe, expect, test } from "vitest";
import { ReviewGate } from "../../../apiserver/webhook/review-gate.js";

const mebi = 1024 * 1024;

/** A review that ends when the test says so. */
function review(gate: ReviewGate, bytes: number, name: string, running: string[]) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const done = gate.run(bytes, async () => {
    running.push(name);
    await ended;
    running.splice(running.indexOf(name), 1);
  });
  return { end, done };
}

describe("a gate of reviews", () => {
  test("runs at most 16 MiB of reviews at the same time, and the others in their order", async () => {
    const gate = new ReviewGate();
    const running: string[] = [];
    const first = review(gate, 8 * mebi, "first", running);
    const second = review(gate, 8 * mebi, "second", running);
    const third = review(gate, 8 * mebi, "third", running);
    const small = review(gate, 100, "small", running);
    expect(running).toEqual(["first", "second"]);
    first.end();
    await first.done;
    await new Promise(setImmediate);
    expect(running).toEqual(["second", "third"]);
    second.end();
    await second.done;
    await new Promise(setImmediate);
    expect(running).toEqual(["third", "small"]);
    third.end();
    small.end();
    await Promise.all([third.done, small.done]);
  });

  test("goes on after a review that fails", async () => {
    const gate = new ReviewGate();
    await expect(gate.run(16 * mebi, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    await expect(gate.run(16 * mebi, () => Promise.resolve("next"))).resolves.toBe("next");
  });

  test("holds at most 128 MiB of bodies, and answers count too", () => {
    const gate = new ReviewGate();
    const releases = Array.from({ length: 14 }, () => gate.hold(8 * mebi));
    const answer = gate.holdAnswer(16 * mebi);
    expect(releases).not.toContain(undefined);
    expect(gate.hold(1)).toBeUndefined();
    answer();
    expect(gate.hold(8 * mebi)).toBeDefined();
  });
});
