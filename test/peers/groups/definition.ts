import {
  eventGroup,
  leaseGroup,
  namespaceGroup,
  secretGroup,
  storageMigrationGroup,
  type ServerDefinition,
} from "@apimachinery/apiserver";
import { wardleGroup } from "../server/definition.js";

/** The lists of fischers are as those of custom resources, and the lists of flunders as Go's. */
const wardle = { ...wardleGroup, kinds: { ...wardleGroup.kinds, Fischer: { listItemsHaveKind: true } } };

/**
 * A server of the ready-made groups, with the kinds of sample-apiserver as content of namespaces.
 */
export const groupsServer: ServerDefinition = {
  name: "groups-apiserver",
  description: "Serves the ready-made groups of Kubernetes, for tests.",
  version: "v1.0.0",
  groups: [wardle, leaseGroup, eventGroup, namespaceGroup, secretGroup, storageMigrationGroup],
};
