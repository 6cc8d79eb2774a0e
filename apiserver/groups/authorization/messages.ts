import type { ProtoField, ProtoMessage } from "../../negotiation/protobuf.js";

const text = (name: string): ProtoField => ({ name, type: "text" });
const list = (name: string, type: ProtoField["type"]): ProtoField => ({ name, type, isList: true });

const requirement: ProtoMessage = { 1: text("key"), 2: text("operator"), 3: list("values", "text") };
const selector: ProtoMessage = { 1: text("rawSelector"), 2: list("requirements", requirement) };
const resourceAttributes: ProtoMessage = {
  1: text("namespace"),
  2: text("verb"),
  3: text("group"),
  4: text("version"),
  5: text("resource"),
  6: text("subresource"),
  7: text("name"),
  8: { name: "fieldSelector", type: selector },
  9: { name: "labelSelector", type: selector },
};
const accessSpec: ProtoMessage = {
  1: { name: "resourceAttributes", type: resourceAttributes },
  2: { name: "nonResourceAttributes", type: { 1: text("path"), 2: text("verb") } },
  3: text("user"),
  4: list("groups", "text"),
  5: { name: "extra", type: "texts" },
  6: text("uid"),
};

/**
 * Fields of the three kinds of access reviews in Kubernetes' binary format (Go: generated.proto of
 * k8s.io/api/authorization/v1). A review of the own user has only the first two fields of the spec.
 */
export const accessMessage: ProtoMessage = { 2: { name: "spec", type: accessSpec } };

export const rulesMessage: ProtoMessage = { 2: { name: "spec", type: { 1: text("namespace") } } };
