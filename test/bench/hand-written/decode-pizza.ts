import type { Pizza } from "../../../apis/restaurant/v1beta1/types.js";
import { dropped, each, float, int, objectOf, text, type Found } from "./decode.js";
import { decodeMeta } from "./meta.js";

type Topping = Pizza["spec"]["toppings"][number];

export function decodePizza(value: unknown, found: Found): Pizza {
  const from = objectOf<Pizza>(value, found);
  let used = 0;
  if (from.kind !== undefined) used++;
  if (from.apiVersion !== undefined) used++;
  if (from.metadata !== undefined) used++;
  if (from.spec !== undefined) used++;
  if (from.status !== undefined) used++;
  text(from.kind, found);
  text(from.apiVersion, found);
  const out: Pizza = {
    kind: "Pizza",
    apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
    metadata: decodeMeta(from.metadata, found),
    spec: decodeSpec(from.spec, found),
    status: decodeStatus(from.status, found),
  };
  dropped(from, used, found);
  return out;
}

function decodeSpec(value: unknown, found: Found): Pizza["spec"] {
  const from = objectOf<Pizza["spec"]>(value, found);
  const out = { toppings: each(from.toppings, found, decodeTopping) };
  dropped(from, from.toppings === undefined ? 0 : 1, found);
  return out;
}

function decodeTopping(value: unknown, found: Found): Topping {
  const from = objectOf<Topping>(value, found);
  let used = 0;
  if (from.name !== undefined) used++;
  if (from.quantity !== undefined) used++;
  const out = { name: text(from.name, found), quantity: int(from.quantity, found) };
  dropped(from, used, found);
  return out;
}

function decodeStatus(value: unknown, found: Found): Pizza["status"] {
  const from = objectOf<Pizza["status"]>(value, found);
  const out: Pizza["status"] = {};
  if (from.cost !== undefined && from.cost !== null) out.cost = float(from.cost, found);
  dropped(from, from.cost === undefined ? 0 : 1, found);
  return out;
}
