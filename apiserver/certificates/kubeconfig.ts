import { stringify } from "yaml";
import type { KeyPair } from "./key-pair.js";

export interface KubeconfigInput {
  readonly name: string;
  readonly server: string;
  /** PEM. */
  readonly authority: string;
  readonly client: KeyPair;
}

/** The text of a kubeconfig with one cluster, one user and one context, all that it needs inside it. */
export function kubeconfigText({ name, server, authority, client }: KubeconfigInput): string {
  const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");
  const user = `${name}-admin`;
  return stringify(
    {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name, cluster: { server, "certificate-authority-data": base64(authority) } }],
      users: [{ name: user, user: { "client-certificate-data": base64(client.certificate), "client-key-data": base64(client.key) } }],
      contexts: [{ name, context: { cluster: name, user, namespace: "default" } }],
      "current-context": name,
    },
    { lineWidth: 0 },
  );
}
