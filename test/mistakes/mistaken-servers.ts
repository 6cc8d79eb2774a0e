import type { GroupDefinition, PluginFactory, ServerDefinition, Strategy } from "@apimachinery/apiserver";
import { AddToScheme } from "../../examples/cafe/apis/cafe/v1alpha1/zz_generated.register.js";
import type { Kinds } from "../../examples/cafe/apis/cafe/v1/zz_generated.register.js";
import type { Coffee } from "../../examples/cafe/apis/cafe/v1/types.js";
import { coffeeMachines } from "../../examples/cafe/src/coffee-machines.js";
import { cafeGroup } from "../apiserver/cafe-group.js";

const { Coffee: coffee, Machine: machine } = cafeGroup.kinds as NonNullable<GroupDefinition<typeof Kinds>["kinds"]>;

function server(group: Partial<GroupDefinition>, admissionPlugins: readonly PluginFactory[] = []): ServerDefinition {
  return {
    name: "cafe-apiserver",
    description: "Serves coffees.",
    version: "v0.1.0",
    groups: [{ ...cafeGroup, ...group }],
    admissionPlugins,
  };
}

/** A strategy as a program in JavaScript, or with a type assertion, can pass it. */
function untyped(strategy: object): Strategy<Coffee> {
  return strategy;
}

/** Definitions of servers, by the names that the cases use. The first one is right. */
export const mistakenServers: Readonly<Record<string, ServerDefinition>> = {
  cafe: server({}),
  pluginOfUnservedKind: server({ kinds: { Coffee: coffee ?? {} } }, [coffeeMachines]),
  unknownKind: server({ kinds: { Coffee: coffee ?? {}, Machine: machine ?? {}, Machines: {} } }),
  schemeOfOneVersion: server({ install: AddToScheme }),
  throwingStrategy: server({
    kinds: {
      Coffee: untyped({
        validate: (_context: unknown, { spec }: { spec: { price: { cents: number } } }) => [spec.price.cents],
      }),
    },
  }),
  asyncValidate: server({ kinds: { Coffee: untyped({ validate: () => Promise.resolve([]) }) } }),
  textsOfValidate: server({ kinds: { Coffee: untyped({ validate: () => ["the milk is sour"] }) } }),
  misspeltStrategy: server({ kinds: { Coffee: untyped({ validat: () => [] }) } }),
};
