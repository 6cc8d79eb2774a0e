/** @file What a server says that it serves. */

import type { Embedded, TypeMeta } from "./types.js";

/** Versions of the core group, at `/api`.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface APIVersions extends TypeMeta<"v1", "APIVersions"> {
  /** +listType=atomic */
  versions: string[];
  /** +listType=atomic */
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

/** All named groups, at `/apis`.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface APIGroupList extends TypeMeta<"v1", "APIGroupList"> {
  /** +listType=atomic */
  groups: Embedded<APIGroup>[];
}

/** A group and its versions, at `/apis/<group>`.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface APIGroup extends TypeMeta<"v1", "APIGroup"> {
  name: string;
  /** The preferred version first.
   *  +listType=atomic */
  versions: GroupVersionForDiscovery[];
  /** +optional */
  preferredVersion: GroupVersionForDiscovery;
  /** +listType=atomic */
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
}

/** Under which address clients of a network reach the server. */
export interface ServerAddressByClientCIDR {
  clientCIDR: string;
  /** A host, an IP address, each with or without a port. */
  serverAddress: string;
}

/** A version with its group, and without it. */
export interface GroupVersionForDiscovery {
  groupVersion: string;
  version: string;
}

/** A resource or subresource of a group and version. */
export interface APIResource {
  /** Plural, and for a subresource after a slash: `pizzas/status`. */
  name: string;
  singularName: string;
  namespaced: boolean;
  /** Where it is not the list's. */
  group?: string;
  /** Where it is not the list's. */
  version?: string;
  kind: string;
  verbs: Verbs;
  /** +listType=atomic */
  shortNames?: string[];
  /** Groups of resources, as `all`.
   *  +listType=atomic */
  categories?: string[];
  /** Changes when the version in which objects are stored does. */
  storageVersionHash?: string;
}

export type Verbs = string[];

/** The resources of a version, at `/apis/<group>/<version>`.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface APIResourceList extends TypeMeta<"v1", "APIResourceList"> {
  groupVersion: string;
  /** +listType=atomic */
  resources: APIResource[];
}

/** The paths that are served, at `/`. */
export interface RootPaths {
  /** +listType=atomic */
  paths: string[];
}
