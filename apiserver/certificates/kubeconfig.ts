import type { KeyPair } from "./key-pair.js";

export interface KubeconfigInput {
  readonly name: string;
  readonly server: string;
  /** PEM. */
  readonly authority: string;
  readonly client: KeyPair;
}

/**
 * The text of a kubeconfig with one cluster, one user and one context, all that it needs inside it.
 */
export function kubeconfigText({ name, server, authority, client }: KubeconfigInput): string {
  const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");
  const user = `${name}-admin`;
  // A text of nine values takes no library, which would be a tenth of the server's start.
  return `apiVersion: v1
kind: Config
clusters:
  - name: ${scalar(name)}
    cluster:
      server: ${server}
      certificate-authority-data: ${base64(authority)}
users:
  - name: ${scalar(user)}
    user:
      client-certificate-data: ${base64(client.certificate)}
      client-key-data: ${base64(client.key)}
contexts:
  - name: ${scalar(name)}
    context:
      cluster: ${scalar(name)}
      user: ${scalar(user)}
      namespace: default
current-context: ${scalar(name)}
`;
}

/** What YAML 1.1 reads as something else. */
const words: ReadonlySet<string> = new Set(["true", "false", "null", "yes", "no", "on", "off", "y", "n"]);

/** A text in YAML, of which JSON's are a part: bare where nothing could be read into it. */
function scalar(text: string): string {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text) && !words.has(text) ? text : JSON.stringify(text);
}
