import type { OpenAPIDefinitions } from "@apimachinery/runtime";
import { scaleGVK } from "../registry/scale.js";
import { servedMetaPackage } from "./definitions.js";
import { componentRef } from "./refs.js";

const scale = "io.k8s.api.autoscaling.v1.Scale";

/** The OpenAPI definitions of scale subresources. All groups have the same definitions. */
export const scaleDefinitions: OpenAPIDefinitions = {
  [scale]: {
    description: "The desired and the actual number of replicas of an object.",
    type: "object",
    properties: {
      kind: { description: "Always Scale.", type: "string" },
      apiVersion: { description: "Always autoscaling/v1.", type: "string" },
      metadata: {
        description: "Metadata of the scaled object.",
        $ref: componentRef(`${servedMetaPackage}.ObjectMeta`),
        default: {},
      },
      spec: { description: "The desired state.", $ref: componentRef(`${scale}Spec`), default: {} },
      status: { description: "The actual state.", $ref: componentRef(`${scale}Status`), default: {} },
    },
    "x-kubernetes-group-version-kind": [{ group: scaleGVK.group, version: scaleGVK.version, kind: scaleGVK.kind }],
  },
  [`${scale}Spec`]: {
    description: "The desired number of replicas of an object.",
    type: "object",
    properties: { replicas: { description: "How many.", type: "integer", format: "int32" } },
  },
  [`${scale}Status`]: {
    description: "The actual number of replicas of an object.",
    type: "object",
    required: ["replicas"],
    properties: {
      replicas: { description: "How many.", type: "integer", format: "int32", default: 0 },
      selector: { description: "The label selector of the replicas, in the form of a query.", type: "string" },
    },
  },
};
