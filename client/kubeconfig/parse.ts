import { dirname, isAbsolute, join } from "node:path";
import type { Impersonation } from "../rest/client-config.js";
import { KubeconfigError } from "./kubeconfig-error.js";
import type { Cluster, Context, Kubeconfig, Material, EntryOrigin, User } from "./types.js";
import { YAMLReader, type KubeconfigEntries } from "./yaml-reader.js";

/**
 * Parses a kubeconfig. Unknown fields are ignored, as in kubectl.
 * @param file path of the kubeconfig, for error messages. Relative paths in the kubeconfig are
 * resolved from the folder of this file
 * @throws KubeconfigError with all problems and their positions
 */
export function parseKubeconfig(file: string, text: string): Kubeconfig {
  const parser = new Parser(file, text);
  const config = parser.parse();
  if (parser.problems.length > 0) throw new KubeconfigError(parser.problems);
  return config;
}

class Parser extends YAMLReader {
  readonly #folder: string;

  constructor(file: string, text: string) {
    super(file, text);
    this.#folder = dirname(file);
  }

  parse(): Kubeconfig {
    const root = this.root();
    if (root === undefined) return { clusters: new Map(), users: new Map(), contexts: new Map(), currentContext: "" };
    for (const [key, wanted] of [
      ["apiVersion", "v1"],
      ["kind", "Config"],
    ] as const) {
      const given = this.text(root, key);
      if (given !== "" && given !== wanted) this.report(root.get(key), `${key} must be ${wanted}, not ${given}`);
    }
    return {
      clusters: this.#named(root, "clusters", "cluster", (entries, origin) => this.#cluster(entries, origin)),
      users: this.#named(root, "users", "user", (entries, origin) => this.#user(entries, origin)),
      contexts: this.#named(root, "contexts", "context", (entries, origin) => this.#context(entries, origin)),
      currentContext: this.text(root, "current-context"),
    };
  }

  #named<T>(
    root: KubeconfigEntries,
    list: string,
    key: string,
    read: (entries: KubeconfigEntries | undefined, origin: EntryOrigin) => T,
  ): ReadonlyMap<string, T> {
    const found = new Map<string, T>();
    for (const item of this.list(root, list)) {
      const name = this.text(item, "name");
      if (name === "") this.report(item, `an item of ${list} has no name`);
      else if (found.has(name)) this.report(item, `duplicate name ${JSON.stringify(name)} in ${list}`);
      const entries = this.entries(item, key);
      found.set(name, read(entries, { position: this.position(entries ?? item) }));
    }
    return found;
  }

  #cluster(entries: KubeconfigEntries | undefined, origin: EntryOrigin): Cluster {
    return {
      ...origin,
      server: this.text(entries, "server"),
      tlsServerName: this.text(entries, "tls-server-name"),
      insecureSkipTLSVerify: this.boolean(entries, "insecure-skip-tls-verify"),
      certificateAuthority: this.#material(entries, "certificate-authority"),
      proxyURL: this.text(entries, "proxy-url"),
      disableCompression: this.boolean(entries, "disable-compression"),
    };
  }

  #user(entries: KubeconfigEntries | undefined, origin: EntryOrigin): User {
    const tokenFile = this.text(entries, "tokenFile");
    return {
      ...origin,
      clientCertificate: this.#material(entries, "client-certificate"),
      clientKey: this.#material(entries, "client-key"),
      token: this.text(entries, "token"),
      tokenFile: tokenFile === "" ? "" : this.#path(tokenFile),
      username: this.text(entries, "username"),
      password: this.text(entries, "password"),
      impersonate: entries === undefined ? undefined : this.#impersonation(entries),
      unsupported: this.#unsupported(entries),
    };
  }

  #context(entries: KubeconfigEntries | undefined, origin: EntryOrigin): Context {
    return {
      ...origin,
      cluster: this.text(entries, "cluster"),
      user: this.text(entries, "user"),
      namespace: this.text(entries, "namespace"),
    };
  }

  #impersonation(entries: KubeconfigEntries): Impersonation | undefined {
    const user = this.text(entries, "as");
    const uid = this.text(entries, "as-uid");
    const groups = this.texts(entries, "as-groups");
    const given = this.entries(entries, "as-user-extra");
    const extra =
      given === undefined ? {} : Object.fromEntries(given.keys().map((key) => [key, this.texts(given, key)]));
    if (user === "") {
      if (uid !== "" || groups.length > 0 || given !== undefined)
        this.report(entries, "as-uid, as-groups and as-user-extra require as");
      return undefined;
    }
    return { user, ...(uid === "" ? {} : { uid }), groups, extra };
  }

  #unsupported(entries: KubeconfigEntries | undefined): User["unsupported"] {
    for (const what of ["exec", "auth-provider"]) {
      const node = entries?.get(what);
      if (node !== undefined) return { what, position: this.position(node) };
    }
    return undefined;
  }

  /**
   * Returns the decoded value of the field `<key>-data`. If the field is absent, returns the path
   * in the field `<key>`; undefined if both are absent.
   */
  #material(entries: KubeconfigEntries | undefined, key: string): Material | undefined {
    const data = this.text(entries, `${key}-data`);
    if (data !== "") {
      const node = entries?.get(`${key}-data`);
      if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data.replace(/\s/g, "")))
        this.report(node, `${key}-data is not base64`);
      return { text: Buffer.from(data, "base64").toString("utf8"), position: this.position(node) };
    }
    const file = this.text(entries, key);
    return file === "" ? undefined : { file: this.#path(file), position: this.position(entries?.get(key)) };
  }

  #path(path: string): string {
    return isAbsolute(path) ? path : join(this.#folder, path);
  }
}
