import type { ProtobufMessage } from "../../protobuf/message.js";
import { objectMetaMessage } from "../../protobuf/meta-messages.js";

const leaseSpec: ProtobufMessage = {
  1: { name: "holderIdentity", type: "string", isPointer: true },
  2: { name: "leaseDurationSeconds", type: "integer", isPointer: true },
  3: { name: "acquireTime", type: "microTime" },
  4: { name: "renewTime", type: "microTime" },
  5: { name: "leaseTransitions", type: "integer", isPointer: true },
  6: { name: "strategy", type: "string", isPointer: true },
  7: { name: "preferredHolder", type: "string", isPointer: true },
};

/** Messages of coordination.k8s.io/v1 by kind. Typed clients in Go send protobuf. */
export const coordinationMessages: Readonly<Record<string, ProtobufMessage>> = {
  Lease: { 1: { name: "metadata", type: objectMetaMessage }, 2: { name: "spec", type: leaseSpec } },
};
