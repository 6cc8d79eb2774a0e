import { errors } from "@apimachinery/apiserver";
import type { AdmissionPlugin } from "@apimachinery/apiserver";
import type { Pizza } from "../../../apis/restaurant/types.js";
import { GroupName } from "../../../apis/restaurant/zz_generated.register.js";

/** Which toppings there are, as far as has been heard. */
export interface ToppingLister {
  has(name: string): boolean;
  /** Resolves with whether all toppings that there were have been seen, no later than after so many milliseconds. */
  synced(milliseconds: number): Promise<boolean>;
}

/** How long a request waits for a server that has just started, in milliseconds. */
const patience = 10_000;

/** Refuses pizzas with toppings that nobody has. What it knows is a moment old: a topping made just now may be refused yet. */
export function pizzaToppings(lister: ToppingLister): AdmissionPlugin {
  return {
    name: "PizzaToppings",
    handles: (operation) => operation === "CREATE" || operation === "UPDATE",
    validate: async ({ kind, resource, name, object }) => {
      if (kind.group !== GroupName || kind.kind !== "Pizza" || object === undefined) return;
      const about = { group: resource.group, name: resource.resource };
      if (!(await lister.synced(patience))) throw errors.newForbidden(about, name, "not yet ready to handle request");
      // The kind says that it is one.
      const { toppings } = (object as Pizza).spec;
      const unknown = toppings.find((topping) => !lister.has(topping.name));
      if (unknown !== undefined) throw errors.newForbidden(about, name, `unknown topping: ${unknown.name}`);
    },
  };
}
