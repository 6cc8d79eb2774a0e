import { expect, test } from "vitest";
import { MemoTable } from "../../engine/incremental/memo-table.js";

/**
 * Returns a function `make` that creates a new object, and a function that returns the number of
 * its calls.
 */
function counted(): { readonly make: () => object; readonly calls: () => number } {
  let calls = 0;
  return { make: () => ({ call: ++calls }), calls: () => calls };
}

test("a value is reused while its dependencies are identical", () => {
  const table = new MemoTable();
  const { make, calls } = counted();
  const dep = { a: 1 };
  const first = table.memo("syntax", "a.ts", ["text", dep], make);
  expect(table.memo("syntax", "a.ts", ["text", dep], make)).toBe(first);
  expect(table.memo("syntax", "b.ts", ["text", dep], make)).not.toBe(first);
  expect(table.memo("templates", "a.ts", ["text", dep], make)).not.toBe(first);
  expect(calls()).toBe(3);
  // Dependencies are compared by identity, so a new object with equal contents is a different
  // dependency.
  expect(table.memo("syntax", "a.ts", ["text", { a: 1 }], make)).not.toBe(first);
  expect(table.memo("syntax", "a.ts", ["text"], make)).not.toBe(first);
  expect(table.memo("syntax", "a.ts", ["text", dep], make)).not.toBe(first);
});

test("a stage forgets the values that were not used since the last time", () => {
  const table = new MemoTable();
  const { make, calls } = counted();
  const use = (key: string): object => table.memo("printed", key, [], make);
  const [a, b] = [use("a"), use("b")];
  const other = table.memo("templates", "a", [], make);
  table.forgetUnused("printed");
  expect(use("a")).toBe(a);
  table.forgetUnused("printed");
  expect(use("a")).toBe(a);
  expect(use("b")).not.toBe(b);
  expect(table.memo("templates", "a", [], make)).toBe(other);
  expect(calls()).toBe(4);
});

test("an exception and a rejected promise are not kept", async () => {
  const table = new MemoTable();
  const fail = (): never => {
    throw new Error("no");
  };
  expect(() => table.memo("templates", "a", [], fail)).toThrow("no");
  expect(table.memo("templates", "a", [], () => 1)).toBe(1);
  await expect(table.memo("printed", "a", [], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(table.memo("printed", "a", [], () => Promise.resolve("yes"))).resolves.toBe("yes");
  await expect(table.memo("printed", "a", [], () => Promise.resolve("other"))).resolves.toBe("yes");
});
