import { runAPIServer, type ServerDefinition } from "@apimachinery/apiserver";
import { Validate_Pizza } from "../../../apis/restaurant/v1alpha1/zz_generated.validation.js";
import { PizzaSchema } from "../../../apis/restaurant/v1alpha1/zz_generated.schema.js";
import { restaurantGroup } from "../../../cmd/pizza-apiserver/restaurant-group.js";
import { pizzaServer } from "../../../cmd/pizza-apiserver/server.js";
import { validateRules, type CELRuleSchema } from "../../../runtime/cel/index.js";
import { printRules } from "../../../runtime/cel/print/rules.js";
import { object, rules, schema } from "../../cel/twenty-rules.js";
import { importFunctions } from "../printed-module.js";

/**
 * @file The pizza server, whose validation of pizzas also evaluates the twenty rules of the
 * benchmark: by printed functions, or by closures if the environment variable CEL_RULES is
 * `closures`. The signal SIGUSR2 switches the rules off and on.
 */

const ruled: CELRuleSchema = { ...schema, "x-kubernetes-validations": rules.map(([rule]) => ({ rule })) };
const rulesOfType = printRules(ruled, "v1.Service", false).map(({ place, code }) => [place, code] as const);
const functions = await importFunctions(rulesOfType);
const options = process.env["CEL_RULES"] === "closures" ? {} : { printed: { type: "v1.Service", functions } };

let isRuled = true;
process.on("SIGUSR2", () => {
  isRuled = !isRuled;
});

const definition: ServerDefinition = {
  ...pizzaServer,
  groups: [
    {
      ...restaurantGroup,
      install(scheme) {
        restaurantGroup.install(scheme);
        scheme.addValidationFunc(PizzaSchema, ["/"], (op, path, pizza, old) => [
          ...Validate_Pizza(op, path, pizza, old),
          // The object is its own old object, so that rules about updates are evaluated, too.
          ...(isRuled ? validateRules(ruled, object, object, { ...options, ratcheting: false }).errors : []),
        ]);
      },
    },
  ],
};

await runAPIServer(definition);
