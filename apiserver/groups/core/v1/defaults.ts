import type { Namespace, NamespaceStatus } from "./types.js";

/**
 * Adds the label with the name, by which selectors find a namespace. A generated name has none yet.
 */
export function SetDefaults_Namespace(namespace: Namespace): void {
  const { metadata } = namespace;
  if (metadata.name === undefined || metadata.name === "") return;
  metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name };
}

/** Sets the phase of a namespace without one. */
export function SetDefaults_NamespaceStatus(status: NamespaceStatus): void {
  if ((status.phase ?? "") === "") status.phase = "Active";
}
