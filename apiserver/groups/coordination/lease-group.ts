import type { GroupDefinition } from "../../server/group-definition.js";
import { leaseStrategy } from "./lease-strategy.js";
import type { Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";

/** The group coordination.k8s.io, with the kind Lease. Leader elections use it. */
export const leaseGroup: GroupDefinition<typeof Kinds> = {
  install: Install,
  kinds: { Lease: leaseStrategy },
};
