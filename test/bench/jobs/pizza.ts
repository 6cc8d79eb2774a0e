import { decodeJSON } from "@apimachinery/runtime";
import { DeepCopy_Pizza } from "../../../apis/restaurant/v1beta1/zz_generated.deepcopy.js";
import { Convert_v1beta1_Pizza_To_restaurant_Pizza } from "../../../apis/restaurant/v1beta1/zz_generated.conversion.js";
import { SetObjectDefaults_Pizza } from "../../../apis/restaurant/v1beta1/zz_generated.defaults.js";
import { PizzaSchema } from "../../../apis/restaurant/v1beta1/zz_generated.schema.js";
import { decodeLeniently, decodeStrictly } from "../hand-written/decode.js";
import { decodePizza } from "../hand-written/decode-pizza.js";
import { convertPizza, copyPizza, defaultPizza } from "../hand-written/pizza.js";
import { peers } from "../peers.js";
import { pizzaText } from "../samples/pizza.js";
import { noScope } from "../samples/scope.js";
import type { Typia } from "../typia.js";
import type { Run } from "./job.js";

/** Jobs that use this repository's pizza API, a small and flat type. */
export function pizzaJobs(run: Run, typia: Typia | undefined): void {
  const texts = Array.from({ length: 256 }, () => pizzaText);
  const pizzas = texts.map((text) => decodeJSON(PizzaSchema, text, "strict").value);
  const size = `pizza, ${pizzaText.length} bytes of JSON`;

  const clone = typia
    ? [{ name: "typia, absent becomes undefined", run: typia.clonePizza, isDifferent: true as const }]
    : [];
  const parse = typia ? [{ name: "typia, fills in nothing", run: typia.parsePizza, isDifferent: true as const }] : [];
  const parseStrictly = typia
    ? [{ name: "typia, no duplicates, no zeros", run: typia.parsePizzaStrictly, isDifferent: true as const }]
    : [];

  run({
    title: `DeepCopy: ${size}`,
    inputs: pizzas,
    candidates: [
      { name: "DeepCopy_Pizza", run: DeepCopy_Pizza },
      { name: "by hand", run: copyPizza },
      ...peers,
      ...clone,
    ],
  });
  run({
    title: `Convert: ${size}, v1beta1 to the hub`,
    inputs: pizzas,
    candidates: [
      { name: "Convert_..._Pizza", run: (pizza) => Convert_v1beta1_Pizza_To_restaurant_Pizza(pizza, noScope) },
      { name: "by hand", run: (pizza) => convertPizza(pizza, noScope) },
      { name: "structuredClone, converts nothing", run: (pizza) => structuredClone(pizza), isDifferent: true },
    ],
  });
  run({
    title: `Defaults: ${size}`,
    inputs: pizzas,
    fresh: DeepCopy_Pizza,
    candidates: [
      { name: "SetObjectDefaults_Pizza", run: SetObjectDefaults_Pizza },
      { name: "by hand", run: defaultPizza },
      { name: "structuredClone, defaults nothing", run: (pizza) => structuredClone(pizza), isDifferent: true },
    ],
  });
  run({
    title: `Decode, strict: ${size}`,
    inputs: texts,
    candidates: [
      { name: "decodeJSON, strict", run: (text) => decodeJSON(PizzaSchema, text, "strict").value },
      { name: "by hand, as strict", run: (text) => decodeStrictly(text, decodePizza) },
      ...parseStrictly,
      { name: "JSON.parse, checks nothing", run: (text): unknown => JSON.parse(text), isDifferent: true },
    ],
  });
  run({
    title: `Decode, unknown fields ignored: ${size}`,
    inputs: texts,
    candidates: [
      { name: "decodeJSON, ignore", run: (text) => decodeJSON(PizzaSchema, text, "ignore").value },
      { name: "by hand", run: (text) => decodeLeniently(text, decodePizza) },
      ...parse,
      { name: "JSON.parse, checks nothing", run: (text): unknown => JSON.parse(text), isDifferent: true },
    ],
  });
}
