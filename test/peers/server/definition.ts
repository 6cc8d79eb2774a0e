import type { GroupDefinition, ServerDefinition } from "@apimachinery/apiserver";
import { SchemeGroupVersion as v1alpha1 } from "../wardle/v1alpha1/zz_generated.register.js";
import { Install } from "../wardle/zz_generated.install.js";
import type { Kinds } from "../wardle/zz_generated.register.js";
import { banFlunder } from "./ban-flunder.js";
import { flunderStrategy } from "./flunder-strategy.js";

export const wardleGroup: GroupDefinition<typeof Kinds> = {
  install: Install,
  storageVersion: v1alpha1,
  kinds: { Flunder: flunderStrategy, Fischer: {} },
};

/** The server that corresponds to Go's sample-apiserver: the same kinds, rules and admission. */
export const wardleServer: ServerDefinition = {
  name: "wardle-apiserver",
  description: "Serves the API of Kubernetes' sample-apiserver, for comparisons with it.",
  version: "v1.0.0",
  groups: [wardleGroup],
  admissionPlugins: [banFlunder],
  defaults: { etcdPrefix: "/registry/wardle.example.com" },
};
