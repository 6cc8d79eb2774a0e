import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { TypeSchema } from "../../runtime/schema/schema.js";
import { cycleOf } from "../../runtime/testing/cycles.js";

/** References between types: the type with the index `i` refers to the types in `graph[i]`. */
type Graph = readonly (readonly number[])[];

/**
 * Returns the types of a graph.
 * @param onRead called each time when a reference is read
 */
function typesOf(graph: Graph, onRead: () => void = () => undefined): readonly TypeSchema[] {
  const types: readonly TypeSchema[] = graph.map((references, index) => ({
    name: `v1.T${index}`,
    fields: Object.fromEntries(
      references.map((to) => [
        `to${to}`,
        {
          type: "ref",
          optional: true,
          to: () => {
            onRead();
            return types[to] ?? {};
          },
        },
      ]),
    ),
  }));
  return types;
}

/** Returns the indexes of all types that a type contains, directly or indirectly. */
function containedIn(graph: Graph, index: number): ReadonlySet<number> {
  const found = new Set(graph[index]);
  for (const one of found) for (const next of graph[one] ?? []) found.add(next);
  return found;
}

const graphs = fc
  .integer({ min: 1, max: 7 })
  .chain((size) => fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }));

test("the cycle of a type has the types that it contains and that contain it", () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const types = typesOf(graph);
      for (const [index, type] of types.entries()) {
        const contained = [...containedIn(graph, index)].filter((one) => containedIn(graph, one).has(index));
        const expected = contained.length === 0 ? undefined : new Set(contained.map((one) => types[one]));
        const cycle = cycleOf(type);
        expect(cycle?.types).toEqual(expected);
        for (const one of cycle?.types ?? []) expect(cycleOf(one)).toBe(cycle);
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});

test("each reference between types is read once, however deep the types are nested", () => {
  let reads = 0;
  const graph = Array.from({ length: 500 }, (_, index) => (index < 499 ? [index + 1] : []));
  const types = typesOf(graph, () => reads++);
  for (const type of types) expect(cycleOf(type)).toBe(undefined);
  expect(reads).toBe(499);
});
