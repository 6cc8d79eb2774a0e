import { newAdmissionForbidden, requireSynced } from "@apimachinery/apiserver";
import type { PluginFactory } from "@apimachinery/apiserver";
import type { Pizza } from "../../../apis/restaurant/types.js";
import { Kinds } from "../../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { GroupName } from "../../../apis/restaurant/zz_generated.register.js";

/** Refuses pizzas with toppings that nobody has. What it knows is a moment old: a topping made just now may be refused yet. */
export const pizzaToppings: PluginFactory = {
  name: "PizzaToppings",
  build: ({ informers }) => {
    const informer = informers.forKind(Kinds.Topping);
    const { lister } = informer;
    return {
      name: "PizzaToppings",
      handles: (operation) => operation === "CREATE" || operation === "UPDATE",
      validate: async (attributes) => {
        const { kind, object } = attributes;
        if (kind.group !== GroupName || kind.kind !== "Pizza" || object === undefined) return;
        await requireSynced(attributes, informer);
        // The kind says that it is one.
        const { toppings } = (object as Pizza).spec;
        const unknown = toppings.find(({ name }) => lister.get(name) === undefined);
        if (unknown !== undefined) throw newAdmissionForbidden(attributes, `unknown topping: ${unknown.name}`);
      },
    };
  },
};
