import type { RESTClient } from "@apimachinery/client";
import {
  allVerbs,
  newClientset,
  newInformers,
  type ApplyConfigurationOf,
  type ApplySubresource,
  type ClientsetOf,
  type CreateInput,
  type Defaulted,
  type GetMethod,
  type InformersOf,
  type ListMethod,
  type NamespacedResource,
  type PatchMethod,
  type ResourceVerbs,
  type TypedInformerOptions,
  type WriteMethod,
  type WriteSubresource,
} from "@apimachinery/client/typed";
import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";
import type { Coffee } from "../../examples/cafe/apis/cafe/v1/types.js";
import { Kinds } from "../../examples/cafe/apis/cafe/v1/zz_generated.register.js";

/**
 * @file A clientset of examples/cafe with every kind of method, as the generators print it. The
 * example itself has no clientset.
 */

export interface Scale extends TypeMeta<"autoscaling/v1", "Scale"> {
  metadata: ObjectMeta;
  spec: { replicas?: number };
}

type CoffeeInput = CreateInput<Coffee, Defaulted<"status", { spec: Defaulted<"size" | "cups"> }>>;
type CoffeeApply = ApplyConfigurationOf<Coffee, typeof Kinds.Coffee>;

export type CoffeeClient = ResourceVerbs<Coffee, CoffeeInput, CoffeeApply> & {
  readonly getScale: GetMethod<Scale>;
  readonly updateScale: WriteSubresource<Scale, Scale>;
  readonly patchScale: PatchMethod<Scale>;
  readonly applyScale: ApplySubresource<{ apiVersion: string; kind: string; metadata: object; spec: object }, Scale>;
  readonly order: WriteMethod<CoffeeInput, Coffee>;
  readonly replace: WriteMethod<Coffee, Coffee>;
  readonly search: ListMethod<Coffee>;
};

// An interface has no index signature, so it is not assignable to the type of all tables.
export type GroupVersions = { readonly cafeV1: { readonly coffees: NamespacedResource<Coffee, CoffeeClient> } };

const groupVersions: GroupVersions = {
  cafeV1: {
    coffees: {
      kind: Kinds.Coffee,
      scope: "Namespaced",
      verbs: allVerbs,
      methods: {
        getScale: { verb: "get", subresource: "scale", result: "json" },
        updateScale: { verb: "update", subresource: "scale", input: "json", result: "json" },
        patchScale: { verb: "patch", subresource: "scale", result: "json" },
        applyScale: { verb: "apply", subresource: "scale", input: "json", result: "json" },
        order: { verb: "create" },
        replace: { verb: "update" },
        search: { verb: "list" },
      },
    },
  },
};

export function createCafeClientset(rest: RESTClient): ClientsetOf<GroupVersions> {
  return newClientset(groupVersions, rest);
}

export function createCafeInformers(rest: RESTClient, options?: TypedInformerOptions): InformersOf<GroupVersions> {
  return newInformers(groupVersions, rest, options);
}
