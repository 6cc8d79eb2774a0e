import { eventGroup, leaseGroup, namespaceGroup, secretGroup, type ServerDefinition } from "@apimachinery/apiserver";
import { wardleServer } from "../server/definition.js";

/**
 * A server of the ready-made groups, with the kinds of sample-apiserver as content of namespaces.
 */
export const groupsServer: ServerDefinition = {
  name: "groups-apiserver",
  description: "Serves the ready-made groups of Kubernetes, for tests.",
  version: "v1.0.0",
  groups: [...wardleServer.groups, leaseGroup, eventGroup, namespaceGroup, secretGroup],
};
