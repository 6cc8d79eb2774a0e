import type { OpenAPIDefinitions } from "@apimachinery/runtime";
import { scaleGVK } from "../registry/scale.js";
import { metaPackage } from "./definitions.js";
import { componentRef } from "./refs.js";

const scale = "io.k8s.api.autoscaling.v1.Scale";

/** The payload of scale subresources, the same in every group. */
export const scaleDefinitions: OpenAPIDefinitions = {
  [scale]: {
    description: "How many replicas of an object are wanted, and how many there are.",
    type: "object",
    properties: {
      kind: { description: "Always Scale.", type: "string" },
      apiVersion: { description: "Always autoscaling/v1.", type: "string" },
      metadata: {
        description: "That of the object that is scaled.",
        $ref: componentRef(`${metaPackage}.ObjectMeta`),
        default: {},
      },
      spec: { description: "What is wanted.", $ref: componentRef(`${scale}Spec`), default: {} },
      status: { description: "What there is.", $ref: componentRef(`${scale}Status`), default: {} },
    },
    "x-kubernetes-group-version-kind": [{ group: scaleGVK.group, version: scaleGVK.version, kind: scaleGVK.kind }],
  },
  [`${scale}Spec`]: {
    description: "What is wanted of an object that can be scaled.",
    type: "object",
    properties: { replicas: { description: "How many.", type: "integer", format: "int32" } },
  },
  [`${scale}Status`]: {
    description: "What there is of an object that can be scaled.",
    type: "object",
    required: ["replicas"],
    properties: {
      replicas: { description: "How many.", type: "integer", format: "int32", default: 0 },
      selector: { description: "The label selector that finds them, as a query has it.", type: "string" },
    },
  },
};
