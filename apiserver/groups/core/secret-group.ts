import type { GroupDefinition } from "../../server/group-definition.js";
import { supportFieldLabels } from "../field-labels.js";
import { secretStrategy } from "./secret-strategy.js";
import { SchemeGroupVersion, type Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";

/**
 * The legacy group of Kubernetes, with the kind Secret. Helm stores its releases in Secrets. With
 * --encryption-provider-config, Secrets are encrypted in the storage.
 */
export const secretGroup: GroupDefinition<typeof Kinds> = {
  install: (scheme) => {
    Install(scheme);
    supportFieldLabels(scheme, { ...SchemeGroupVersion, kind: "Secret" }, ["type"]);
  },
  kinds: { Secret: secretStrategy },
};
