import { keyInOwnForm, type KeyPair } from "./key-pair.js";

export interface KubeconfigInput {
  readonly name: string;
  readonly server: string;
  /** Certificate of the CA that issued the server's certificate, as PEM. */
  readonly authority: string;
  readonly client: KeyPair;
  /** Name of the user. Default: `<name>-admin`. */
  readonly user?: string;
}

/**
 * Returns the text of a kubeconfig with one cluster, one user and one context. All certificates are
 * inline. The key has the PEM form of its algorithm, because some clients read every PKCS #8 key as
 * an RSA key.
 */
export function kubeconfigText({ name, server, authority, client, user = `${name}-admin` }: KubeconfigInput): string {
  const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");
  // The text is built without a YAML library, because loading a library would take a tenth of the
  // server's start time.
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
      client-key-data: ${base64(keyInOwnForm(client.key))}
contexts:
  - name: ${scalar(name)}
    context:
      cluster: ${scalar(name)}
      user: ${scalar(user)}
      namespace: default
current-context: ${scalar(name)}
`;
}

/** Words that YAML 1.1 does not read as strings. */
const words: ReadonlySet<string> = new Set(["true", "false", "null", "yes", "no", "on", "off", "y", "n"]);

/**
 * Returns a YAML scalar with this value: plain text if YAML reads it as the same string, otherwise
 * a JSON string. JSON strings are also valid YAML.
 */
function scalar(text: string): string {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text) && !words.has(text) ? text : JSON.stringify(text);
}
