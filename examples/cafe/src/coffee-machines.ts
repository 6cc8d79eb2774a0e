// src/coffee-machines.ts
import { newAdmissionForbidden, requireSynced } from "@apimachinery/apiserver";
import type { PluginFactory } from "@apimachinery/apiserver";
import { isStatusConditionTrue } from "@apimachinery/runtime";
import type { Coffee } from "../apis/cafe/types.js";
import { GroupName, Kinds } from "../apis/cafe/v1/zz_generated.register.js";

/** Refuses coffees of machines that are not there, or not ready. */
export const coffeeMachines: PluginFactory = {
  name: "CoffeeMachines",
  build: ({ informers }) => {
    const machines = informers.forKind(Kinds.Machine);
    return {
      name: "CoffeeMachines",
      handles: (operation) => operation === "CREATE" || operation === "UPDATE",
      validate: async (attributes) => {
        const { kind, subresource, object, oldObject } = attributes;
        if (kind.group !== GroupName || kind.kind !== "Coffee" || subresource !== "") return;
        // The kind says that they are coffees.
        const wanted = (object as Coffee).spec.machine;
        const had = (oldObject as Coffee | undefined)?.spec.machine;
        if (wanted === undefined || wanted === had) return;
        await requireSynced(attributes, machines);
        const machine = machines.lister.get(wanted);
        if (machine === undefined) throw newAdmissionForbidden(attributes, `there is no machine ${wanted}`);
        if (!isStatusConditionTrue(machine.status.conditions, "Ready")) throw newAdmissionForbidden(attributes, `the machine ${wanted} is not ready`);
      },
    };
  },
};
