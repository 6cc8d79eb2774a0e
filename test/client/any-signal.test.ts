import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { anySignal } from "../../client/rest/any-signal.js";
import { eventually } from "../eventually.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const never = new AbortController();

test("a signal with a timeout is aborted after a garbage collection, with a listener and without one", async () => {
  const combined = [1, 2].map(() => anySignal([never.signal, AbortSignal.timeout(50)]));
  let isCalled = false;
  combined[0]?.addEventListener("abort", () => (isCalled = true));
  for (let round = 0; round < 3; round++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => isCalled && combined.every(({ aborted }) => aborted));
});

test("a signal is aborted with the reason of the first of its sources", () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const combined = anySignal([first.signal, second.signal]);
  second.abort("second");
  first.abort("first");
  expect(combined.reason).toBe("second");
});
