// src/coffee-machines.ts
import { admissionFor, newAdmissionForbidden, requireSynced, type PluginFactory } from "@apimachinery/apiserver";
import { isStatusConditionTrue } from "@apimachinery/runtime";
import { Kinds } from "../apis/cafe/v1/zz_generated.register.js";

/** Refuses coffees whose machine does not exist or is not ready. */
export const coffeeMachines: PluginFactory = {
  name: "CoffeeMachines",
  build: ({ informers }) => {
    const machines = informers.forKind(Kinds.Machine);
    return admissionFor(Kinds.Coffee, {
      name: "CoffeeMachines",
      validate: async (attributes, coffee, old) => {
        const wanted = coffee.spec.machine;
        if (wanted === undefined || wanted === old?.spec.machine) return;
        await requireSynced(attributes, machines);
        const machine = machines.lister.get(wanted);
        if (machine === undefined) throw newAdmissionForbidden(attributes, `the machine ${wanted} does not exist`);
        if (!isStatusConditionTrue(machine.status.conditions, "Ready"))
          throw newAdmissionForbidden(attributes, `the machine ${wanted} is not ready`);
      },
    });
  },
};
