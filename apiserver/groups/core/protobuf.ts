import type { ProtobufMessage } from "../../protobuf/message.js";
import { objectMetaMessage } from "../../protobuf/meta-messages.js";

const namespaceCondition: ProtobufMessage = {
  1: { name: "type", type: "string" },
  2: { name: "status", type: "string" },
  4: { name: "lastTransitionTime", type: "time" },
  5: { name: "reason", type: "string" },
  6: { name: "message", type: "string" },
};

const namespaceStatus: ProtobufMessage = {
  1: { name: "phase", type: "string" },
  2: { name: "conditions", type: namespaceCondition, isList: true },
};

/** Messages of core/v1 by kind. `kubectl create namespace` sends protobuf. */
export const coreMessages: Readonly<Record<string, ProtobufMessage>> = {
  Namespace: {
    1: { name: "metadata", type: objectMetaMessage },
    2: { name: "spec", type: { 1: { name: "finalizers", type: "string", isList: true } } },
    3: { name: "status", type: namespaceStatus },
  },
};
