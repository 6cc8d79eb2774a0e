// src/definition.ts
import type { GroupDefinition, ServerDefinition } from "@apimachinery/apiserver";
import { Install } from "../apis/cafe/zz_generated.install.js";
import { SchemeGroupVersion, type Kinds } from "../apis/cafe/v1/zz_generated.register.js";
import { coffeeMachines } from "./coffee-machines.js";
import { coffeeStrategy, machineStrategy } from "./strategies.js";

const cafeGroup: GroupDefinition<typeof Kinds> = {
  install: Install,
  storageVersion: SchemeGroupVersion,
  kinds: {
    Coffee: coffeeStrategy,
    Machine: machineStrategy,
  },
};

/** The definition of the server, for src/main.ts and for tests. */
export const definition: ServerDefinition = {
  name: "cafe-apiserver",
  description: "Serves coffees, and the machines that make them.",
  version: "v0.1.0",
  kubernetesVersion: "1.37",
  groups: [cafeGroup],
  admissionPlugins: [coffeeMachines],
  tryNext: () => ({
    lines: ["kubectl apply -f samples/", "kubectl get coffees", "kubectl get machines"],
  }),
};
