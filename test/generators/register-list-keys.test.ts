import { expect, test } from "vitest";
import { listKeysOf, type ListKeysView } from "../../generators/register/list-keys.js";
import { loadSource } from "../engine/load-source.js";

/** Returns the number of lists with keys. */
function lists(view: ListKeysView | undefined): number {
  if (view === undefined) return 0;
  return view.kind === "list"
    ? 1 + lists(view.within)
    : view.fields.reduce((count, { keys }) => count + lists(keys), 0);
}

/** Returns types. Each has two fields of the next type, and the last has a list with keys. */
function layers(count: number): string {
  const types = Array.from(
    { length: count },
    (_, layer) =>
      `export interface Layer${String(layer)} { a: Layer${String(layer + 1)}; b: Layer${String(layer + 1)} }`,
  );
  return [
    ...types,
    "export interface Item { name: string }",
    `export interface Layer${String(count)} {`,
    "  /** +listType=map\n   *  +listMapKey=name */",
    "  items: Item[];",
    "}",
  ].join("\n");
}

test("each path to a list has its keys", () => {
  const { universe, type } = loadSource(layers(4));
  expect(lists(listKeysOf(universe, type("Layer0")))).toBe(16);
});

test("the size of the result has a limit if the number of paths is exponential", () => {
  const { universe, type } = loadSource(layers(40));
  expect(lists(listKeysOf(universe, type("Layer0")))).toBeLessThan(10_000);
});
