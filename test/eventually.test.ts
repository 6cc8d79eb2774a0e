import { expect, test } from "vitest";
import { eventually } from "./eventually.js";

test("a wait that does not end prints its condition, the last result and the state", async () => {
  let tries = 0;
  const isReady = () => {
    tries++;
    return false;
  };
  await expect(eventually(isReady, () => ({ tries }), 20)).rejects.toThrow(
    /^waited 0\.02 seconds for \(\) => \{\s+tries\+\+;\s+return false;\s+\}\nlast result: false\nstate: \{"tries":\d+\}$/,
  );
  const fails = () => {
    throw new Error("the oven is cold");
  };
  await expect(eventually(fails, undefined, 20)).rejects.toThrow(/the oven is cold/);
});

test("a wait ends with the first value that is not false", async () => {
  const results = [
    () => Promise.reject(new Error("not yet")),
    () => Promise.resolve(false),
    () => Promise.resolve("pizza"),
  ];
  expect(await eventually(() => (results.shift() as () => Promise<string | false>)())).toBe("pizza");
});
