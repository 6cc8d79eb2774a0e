import type { Scheme } from "@apimachinery/runtime";
import { OrderSchema } from "./zz_generated.schema.js";

export function AddToScheme(scheme: Scheme): void {
  scheme.addKnownTypes({ group: "shop.example.com", version: "v1" }, { schema: OrderSchema });
}
