import { expect, test } from "vitest";
import { defineMarker } from "../../engine/markers/define-marker.js";
import { kubernetesMarker } from "../../generators/markers/kubernetes-marker.js";
import type { Marker } from "../../engine/markers/marker.js";

const position = { file: "doc.ts", line: 1, column: 1 };
const marker = (name: string, value?: string): Marker => ({
  name,
  ...(value === undefined ? {} : { value }),
  position,
});
const base = { places: ["package"], value: "a number", description: "A number.", example: "+n=1", owner: "t" } as const;

function numbers(parsed: string[] = []) {
  return {
    ...base,
    name: "n",
    parse: ({ value = "" }: Marker) => {
      parsed.push(value);
      return /^\d+$/.test(value) ? { value: Number(value) } : { fault: "needs a number" };
    },
  };
}

test("read returns the first valid value, and undefined without one", () => {
  const n = defineMarker(numbers());
  expect(n.read({ markers: [marker("m", "1"), marker("n", "x"), marker("n", "2"), marker("n", "3")] })).toBe(2);
  expect(n.read({ markers: [marker("n", "x")] })).toBeUndefined();
});

test("find, findAll and has also see markers with an invalid value", () => {
  const n = defineMarker(numbers());
  const owner = { markers: [marker("n", "x"), marker("n", "2")] };
  expect(n.find(owner)).toBe(owner.markers[0]);
  expect(n.findAll(owner)).toEqual(owner.markers);
  expect(n.has({ markers: [marker("m", "1")] })).toBe(false);
  expect(n.readAll(owner)).toEqual([{ marker: owner.markers[1], value: 2 }]);
});

test("the check and all readers parse a marker once", () => {
  const parsed: string[] = [];
  const n = defineMarker(numbers(parsed));
  const owner = { markers: [marker("n", "1")] };
  expect([n.check(owner.markers[0] as Marker), n.read(owner), n.readAll(owner).length]).toEqual([undefined, 1, 1]);
  expect(parsed).toEqual(["1"]);
});

test("the check returns the parser's problem, with its correction", () => {
  const n = defineMarker({ ...numbers(), parse: () => ({ fault: "wrong", instead: "+n=1" }) });
  expect(n.check(marker("n"))).toEqual({ fault: "wrong", instead: "+n=1" });
  expect(defineMarker(numbers()).check(marker("n", "x"))).toBe("needs a number");
});

test("combine gets all valid values, and its result without values is computed once", () => {
  const sums: number[][] = [];
  const n = defineMarker({
    ...numbers(),
    combine: (found) => {
      const values = found.map(({ value }) => value);
      sums.push(values);
      return { sum: values.reduce((a, b) => a + b, 0) };
    },
  });
  expect(n.read({ markers: [marker("n", "1"), marker("n", "x"), marker("n", "2")] })).toEqual({ sum: 3 });
  expect(n.read({ markers: [] })).toBe(n.read({ markers: [] }));
  expect(sums).toEqual([[1, 2], []]);
});

test("a name that ends with * matches all names with this beginning", () => {
  const n = defineMarker({ ...numbers(), name: "acme:*" });
  expect(["acme:a", "acme:", "acme"].map((name) => n.matches({ name }))).toEqual([true, true, false]);
});

test("a known marker of Kubernetes' generators has a handle; an unknown name is an error", () => {
  const verbs = kubernetesMarker("genclient:onlyVerbs");
  expect(verbs.read({ markers: [marker("genclient:onlyVerbs", "get,list")] })).toBe("get,list");
  expect(() => kubernetesMarker("genclient:nothing")).toThrow("genclient:nothing is not a marker");
});
