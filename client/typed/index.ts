/// <reference types="node" preserve="true" />
/**
 * @file The parts of generated clients that are not generated. Generated code imports this module.
 * Its exports are never removed, so that code of an older codegen works with newer clients.
 */
export type { ClientConfig } from "../rest/client-config.js";
export type { APIObject, ObjectList } from "../rest/resource-type.js";
export { RESTClient } from "../rest/rest-client.js";
export type { PartialFields } from "../apply/apply-configuration.js";
export { newLister } from "../cache/lister.js";
export type { Lister, NamespaceLister } from "../cache/lister.js";
export type { ReadonlyIndexer } from "../cache/indexer.js";
export { extractApplied } from "./create-input.js";
export type { ApplyConfigurationOf } from "./create-input.js";
export { newClientset } from "./clientset.js";
export type {
  ClientGetter,
  ClientsetBase,
  ClientsetOf,
  ClientsOfVersion,
  GroupVersions,
  NamespacedGetter,
} from "./clientset.js";
export type { CreateInput, Defaulted, WithDefaults } from "./create-input.js";
export { newInformers } from "./informers.js";
export type { ClusterLister, InformersBase, InformersOf, ResourceInformer, TypedInformerOptions } from "./informers.js";
export { extendClientset } from "./extend-clientset.js";
export type { ClientExtensions, ClientOf, ExtendedClientset } from "./extend-clientset.js";
export type {
  ApplyMethod,
  ApplySubresource,
  GetMethod,
  ListMethod,
  ListSubresource,
  PatchMethod,
  WriteMethod,
  WriteSubresource,
} from "./resource-verbs.js";
export type {
  AnyResource,
  ClusterResource,
  MethodDefinition,
  NamespacedResource,
  Resource,
  ResourcesOfVersion,
} from "./resource-definition.js";
export type { AllNamespaces, MainOptions, ResourceVerbs, VerbsWithoutStatus } from "./resource-verbs.js";
export { allVerbs, verbsWithoutStatus } from "./verb.js";
export type { Verb } from "./verb.js";
