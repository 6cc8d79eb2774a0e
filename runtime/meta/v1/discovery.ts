/** @file Types of API discovery: the groups, versions and resources that a server offers. */

import type { Embedded, TypeMeta } from "./types.js";

/**
 * Versions of the core group, at `/api`.
 * +k8s:deepcopy-gen:interfaces=runtime.Object
 */
export interface APIVersions extends TypeMeta<"v1", "APIVersions"> {
  /** +listType=atomic */
  versions: string[];
  /** +listType=atomic */
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

/**
 * All groups except the core group, at `/apis`.
 * +k8s:deepcopy-gen:interfaces=runtime.Object
 */
export interface APIGroupList extends TypeMeta<"v1", "APIGroupList"> {
  /** +listType=atomic */
  groups: Embedded<APIGroup>[];
}

/** A group and its versions, at `/apis/<group>`.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface APIGroup extends TypeMeta<"v1", "APIGroup"> {
  name: string;
  /**
   * Versions, with the preferred one first.
   * +listType=atomic
   */
  versions: GroupVersionForDiscovery[];
  /** +optional */
  preferredVersion: GroupVersionForDiscovery;
  /** +listType=atomic */
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
}

/** Address of the server for clients in a network. */
export interface ServerAddressByClientCIDR {
  clientCIDR: string;
  /** Host name or IP address, optionally with a port. */
  serverAddress: string;
}

/** Version in two forms: with its group and alone. */
export interface GroupVersionForDiscovery {
  groupVersion: string;
  version: string;
}

/** A resource or subresource of a group and version. */
export interface APIResource {
  /** Plural name. A subresource follows a slash: `pizzas/status`. */
  name: string;
  singularName: string;
  namespaced: boolean;
  /**
   * Group of the resource, if it differs from the group of the list.
   * +omitzero
   */
  group?: string;
  /**
   * Version of the resource, if it differs from the version of the list.
   * +omitzero
   */
  version?: string;
  kind: string;
  verbs: Verbs;
  /** +listType=atomic */
  shortNames?: string[];
  /**
   * Categories of the resource, such as `all`.
   * +listType=atomic
   */
  categories?: string[];
  /**
   * Hash of the version in which objects are stored. It changes with that version.
   * +omitzero
   */
  storageVersionHash?: string;
}

export type Verbs = string[];

/**
 * Resources of a version, at `/apis/<group>/<version>`.
 * +k8s:deepcopy-gen:interfaces=runtime.Object
 */
export interface APIResourceList extends TypeMeta<"v1", "APIResourceList"> {
  groupVersion: string;
  /** +listType=atomic */
  resources: APIResource[];
}

/** Paths that the server offers, at `/`. */
export interface RootPaths {
  /** +listType=atomic */
  paths: string[];
}
