import { expect, test } from "vitest";
import { pluralOf } from "../../engine/util/plural.js";

test.each([
  ["Pod", "Pods"],
  ["Pizza", "Pizzas"],
  ["Entry", "Entries"],
  ["Gateway", "Gateways"],
  ["Ingress", "Ingresses"],
  ["Box", "Boxes"],
  ["Quiz", "Quizes"],
  ["Batch", "Batches"],
  ["Dish", "Dishes"],
  ["Path", "Paths"],
  ["Leaf", "Leaves"],
  ["Knife", "Knives"],
  ["Cache", "Caches"],
  ["Vertex", "Vertexes"],
  ["X", "X"],
  ["", ""],
])("the plural of %s is %s", (kind, plural) => {
  expect(pluralOf(kind)).toBe(plural);
});

test("listed exceptions take precedence, and other words follow the rules", () => {
  expect(pluralOf("Endpoints", { Endpoints: "Endpoints" })).toBe("Endpoints");
  expect(pluralOf("constructor", {})).toBe("constructors");
});
