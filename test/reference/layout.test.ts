import fc from "fast-check";
import { expect, test } from "vitest";
import { layOut, type GraphEdge, type GraphNode } from "../../cmd/codegen/reference/picture/layout.js";

const node = (id: string): GraphNode => ({ id, width: 80, height: 40 });
const edge = (from: string, to: string): GraphEdge => ({ from, to });

test("each node is to the right of the nodes that refer to it", () => {
  const { nodes } = layOut(["a", "b", "c", "d"].map(node), [
    edge("a", "b"),
    edge("b", "c"),
    edge("a", "c"),
    edge("a", "d"),
  ]);
  const x = Object.fromEntries(nodes.map((placed) => [placed.id, placed.x]));
  expect(x).toEqual({ a: 0, b: 144, c: 288, d: 144 });
});

test("no two boxes overlap, and all are inside of the picture, also in graphs with cycles", () => {
  const ids = fc.integer({ min: 0, max: 11 }).map(String);
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, ids), { maxLength: 30 }), (pairs) => {
      const names = [...new Set(["0", ...pairs.flat()])];
      const { nodes, width, height } = layOut(
        names.map(node),
        pairs.map(([from, to]) => edge(from, to)),
      );
      expect(nodes.map(({ id }) => id).sort()).toEqual(names.sort());
      for (const a of nodes) {
        expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= width && a.y + a.height <= height).toBe(true);
        const others = nodes.filter((b) => b !== a && b.x === a.x && b.y < a.y + a.height && a.y < b.y + b.height);
        expect(others).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});
