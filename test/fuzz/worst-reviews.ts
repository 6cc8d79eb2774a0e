import { group, pizza, pizzaRequest } from "../apiserver/webhook-server/webhook-harness.js";
import type { Random } from "./random.js";
import { worstSize } from "./worst-cases.js";

/** A review that a webhook server receives, or the response of a webhook. */
export interface WorstReview {
  readonly name: string;
  readonly path: string;
  readonly body: string;
}

/** Reviews that a webhook server receives. */
export const worstReviews: Readonly<Record<string, (random: Random) => WorstReview>> = { conversions, admissions };

function conversions(random: Random): WorstReview {
  const form = random.pick(["many", "counted", "large", "unknown"] as const);
  const [from, to] = form === "counted" ? ["v1beta1", "v1alpha1"] : ["v1alpha1", "v1beta1"];
  const objects: readonly object[] = {
    many: () => filled(pizza(from, ["a"])),
    counted: () =>
      filled(
        pizza(
          from,
          numbered(100, (index) => ({ name: `t${String(index)}`, quantity: 1000 })),
        ),
      ),
    large: () => [
      pizza(
        from,
        numbered(400_000, () => "a"),
      ),
    ],
    unknown: () => [pizza(from, [], { x: numbered(900_000, () => []) })],
  }[form]();
  const request = { uid: "u1", desiredAPIVersion: `${group}/${to}`, objects };
  const review = { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request };
  return {
    name: `a conversion of ${String(objects.length)} objects (${form})`,
    path: "/convert",
    body: JSON.stringify(review),
  };
}

function admissions(random: Random): WorstReview {
  const form = random.pick(["wide", "deep", "unknown", "changed"] as const);
  const more = {
    wide: () => ({ spec: { toppings: numbered(100_000, (index) => ({ name: `t${String(index)}`, quantity: 1 })) } }),
    deep: () => ({ x: nested(240, 11_000) }),
    unknown: () => ({ x: numbered(900_000, () => []) }),
    changed: () => ({ spec: { toppings: numbered(100_000, () => ({ name: "a" })) } }),
  }[form]();
  const path = random.pick(["/mutate", "/validate"]);
  const request = pizzaRequest("v1beta1", pizza("v1beta1", [], more));
  const review = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request };
  return { name: `${path} of a pizza (${form})`, path, body: JSON.stringify(review) };
}

/** Returns as many copies of an object as a body contains. */
function filled(object: object): readonly object[] {
  return numbered(Math.floor((worstSize - 1000) / (JSON.stringify(object).length + 1)), () => object);
}

function nested(depth: number, width: number): unknown {
  const pad = JSON.stringify(numbered(Math.floor(width / 2), () => 1));
  return JSON.parse(`${`{"pad":${pad},"x":`.repeat(depth)}1${"}".repeat(depth)}`);
}

function numbered<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}

/** Returns a JSON patch of a webhook. */
export function worstPatch(random: Random): WorstReview {
  const form = random.pick(["values", "lists", "copies", "deep", "labels"] as const);
  const operations: readonly object[] = {
    values: () => [{ op: "add", path: "/x", value: numbered(900_000, () => []) }],
    lists: () => [
      { op: "add", path: "/spec/toppings", value: numbered(40_000, () => ({ name: "a", quantity: 1 })) },
      ...numbered(400, () => ({ op: "add", path: "/spec/toppings/0", value: { name: "a", quantity: 1 } })),
    ],
    copies: () => [
      { op: "add", path: "/metadata/labels", value: { a: "x".repeat(1000) } },
      ...numbered(3000, (index) => ({
        op: "copy",
        from: "/metadata/labels/a",
        path: `/metadata/labels/b${String(index)}`,
      })),
    ],
    deep: () => [{ op: "add", path: "/x", value: nested(240, 11_000) }],
    labels: () => [
      { op: "add", path: "/metadata/labels", value: {} },
      ...numbered(40_000, (index) => ({ op: "add", path: `/metadata/labels/a${String(index)}`, value: "x" })),
    ],
  }[form]();
  return {
    name: `a patch of ${String(operations.length)} operations (${form})`,
    path: "",
    body: JSON.stringify(operations),
  };
}
