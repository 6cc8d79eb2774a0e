import { bytesOfText, type bytes } from "@apimachinery/runtime";
import type { Namespace, NamespaceStatus, Secret } from "./types.js";

/**
 * Adds the label with the name of a namespace, so that label selectors can find the namespace by
 * name. Does not add the label if the name is not yet generated.
 */
export function SetDefaults_Namespace(namespace: Namespace): void {
  const { metadata } = namespace;
  if (metadata.name === undefined || metadata.name === "") return;
  metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name };
}

/** Sets the phase to `Active` if it is missing. */
export function SetDefaults_NamespaceStatus(status: NamespaceStatus): void {
  if ((status.phase ?? "") === "") status.phase = "Active";
}

/**
 * Sets the type of a Secret to `Opaque` if it is missing. Moves the values of `stringData`, which
 * only clients write, to `data`. Kubernetes moves them when it converts the object to its internal
 * version, which has no `stringData`.
 */
export function SetDefaults_Secret(secret: Secret): void {
  if ((secret.type ?? "") === "") secret.type = "Opaque";
  const { data = {}, stringData = {} } = secret;
  const texts = Object.entries(stringData).map(([key, text]): [string, bytes] => [key, bytesOfText(text)]);
  const all = [...Object.entries(data), ...texts];
  delete secret.stringData;
  if (all.length === 0) delete secret.data;
  else if (texts.length > 0) secret.data = Object.fromEntries(all);
}
