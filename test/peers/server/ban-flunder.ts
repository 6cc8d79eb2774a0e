import { admissionFor, newAdmissionForbidden, requireSynced, type PluginFactory } from "@apimachinery/apiserver";
import { Kinds } from "../wardle/v1alpha1/zz_generated.register.js";
import { Kinds as Hub } from "../wardle/zz_generated.register.js";

const name = "BanFlunder";

/** Refuses new flunders whose name a fischer disallows. */
export const banFlunder: PluginFactory = {
  name,
  build: ({ informers }) => {
    const fischers = informers.forKind(Kinds.Fischer);
    return admissionFor(Hub.Flunder, {
      name,
      operations: ["CREATE"],
      admit: async (attributes, { metadata }) => {
        await requireSynced(attributes, fischers);
        const isBanned = fischers.lister
          .list()
          .some(({ disallowedFlunders = [] }) => disallowedFlunders.includes(metadata.name ?? ""));
        if (isBanned)
          throw newAdmissionForbidden(attributes, "this name may not be used, please change the resource name");
      },
    });
  },
};
