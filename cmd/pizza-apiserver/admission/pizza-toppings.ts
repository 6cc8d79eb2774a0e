import { admissionFor, newAdmissionForbidden, requireSynced, type PluginFactory } from "@apimachinery/apiserver";
import { Kinds } from "../../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { Kinds as Hub } from "../../../apis/restaurant/zz_generated.register.js";

const name = "PizzaToppings";

/**
 * Admission plugin that refuses pizzas with unknown toppings. The informer lags slightly behind the
 * server, so a pizza can be refused if one of its toppings was created a moment ago.
 */
export const pizzaToppings: PluginFactory = {
  name,
  build: ({ informers }) => {
    const toppings = informers.forKind(Kinds.Topping);
    return admissionFor(Hub.Pizza, {
      name,
      validate: async (attributes, { spec }) => {
        await requireSynced(attributes, toppings);
        const unknown = spec.toppings.find((topping) => toppings.lister.get(topping.name) === undefined);
        if (unknown !== undefined) throw newAdmissionForbidden(attributes, `unknown topping: ${unknown.name}`);
      },
    });
  },
};
