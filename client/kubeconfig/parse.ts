import { dirname, isAbsolute, join } from "node:path";
import type { Impersonation } from "../rest/client-config.js";
import { KubeconfigError } from "./kubeconfig-error.js";
import type { Cluster, Context, Kubeconfig, Material, EntryOrigin, User } from "./types.js";
import type { Node, YAMLMap } from "yaml";
import { createRequire } from "node:module";
import type * as YAML from "yaml";

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

/**
 * Reads values from a YAML document, and collects problems with their positions. Each method
 * reports a value of the wrong type, and treats it as absent.
 */
class YAMLReader {
  readonly problems: string[] = [];
  readonly #file: string;
  readonly #lines = new (loadYAMLParser().LineCounter)();
  readonly #root: unknown;

  /** @param file path of the file, for positions in messages */
  constructor(file: string, text: string) {
    this.#file = file;
    const document = loadYAMLParser().parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    this.#root = document.contents;
    for (const { message, pos } of [...document.errors, ...document.warnings])
      this.problems.push(`${this.#at(pos[0])}: ${message}`);
  }

  /**
   * Returns the top-level mapping; undefined for an empty document. For any other value, adds a
   * problem and returns undefined.
   */
  root(): KubeconfigEntries | undefined {
    return this.#root === null ? undefined : this.#entries(this.#root, "the document");
  }

  /** Returns the position of a node as `file:line:column`. */
  position(node: unknown): string {
    return this.#at(nodeStart(node));
  }

  report(node: unknown, message: string): void {
    this.problems.push(`${this.position(node)}: ${message}`);
  }

  /** Returns the mapping that is the value of a key; undefined if the key is absent. */
  entries(parent: KubeconfigEntries, key: string): KubeconfigEntries | undefined {
    const node = parent.get(key);
    return node === undefined ? undefined : this.#entries(node, key);
  }

  /** Returns the mappings in the list that is the value of a key; empty if the key is absent. */
  list(parent: KubeconfigEntries, key: string): KubeconfigEntries[] {
    const node = parent.get(key);
    if (node === undefined) return [];
    if (!loadYAMLParser().isSeq(node)) {
      this.report(node, `${key} must be a list`);
      return [];
    }
    return node.items.flatMap((item) => this.#entries(item, `an item of ${key}`) ?? []);
  }

  /** Returns the string that is the value of a key; empty if the key is absent. */
  text(parent: KubeconfigEntries | undefined, key: string): string {
    const node = parent?.get(key);
    if (node === undefined) return "";
    if (loadYAMLParser().isScalar(node) && typeof node.value === "string") return node.value;
    // The YAML library parses a name that consists of digits as a number. The name must be a
    // string, so its source is used.
    if (loadYAMLParser().isScalar(node) && typeof node.value === "number" && node.source !== undefined)
      return node.source;
    this.report(node, `${key} must be a string`);
    return "";
  }

  boolean(parent: KubeconfigEntries | undefined, key: string): boolean {
    const node = parent?.get(key);
    if (node === undefined) return false;
    if (loadYAMLParser().isScalar(node) && typeof node.value === "boolean") return node.value;
    this.report(node, `${key} must be true or false`);
    return false;
  }

  texts(parent: KubeconfigEntries, key: string): string[] {
    const node = parent.get(key);
    if (node === undefined) return [];
    const items = loadYAMLParser().isSeq(node) ? node.items : [];
    const texts = items.flatMap((item) =>
      loadYAMLParser().isScalar(item) && typeof item.value === "string" ? [item.value] : [],
    );
    if (!loadYAMLParser().isSeq(node) || texts.length < items.length)
      this.report(node, `${key} must be a list of strings`);
    return texts;
  }

  #entries(node: unknown, what: string): KubeconfigEntries | undefined {
    if (loadYAMLParser().isMap(node)) return new KubeconfigEntries(node);
    this.report(node, `${what} must be a mapping`);
    return undefined;
  }

  #at(offset: number): string {
    const { line, col } = this.#lines.linePos(offset);
    return `${this.#file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  }
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

/** The entries of a YAML mapping. */
class KubeconfigEntries {
  readonly node: YAMLMap;

  constructor(node: YAMLMap) {
    this.node = node;
  }

  /** Returns the value of a key; undefined if the key is absent or its value is null. */
  get(key: string): Node | undefined {
    const node = this.node.get(key, true) as Node | undefined;
    return node === undefined || (loadYAMLParser().isScalar(node) && node.value === null) ? undefined : node;
  }

  keys(): readonly string[] {
    return this.node.items.flatMap(({ key }) =>
      loadYAMLParser().isScalar(key) && typeof key.value === "string" ? [key.value] : [],
    );
  }
}

function nodeStart(node: unknown): number {
  if (node instanceof KubeconfigEntries) return nodeStart(node.node);
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)
    ? Number(node.range[0])
    : 0;
}

let loaded: typeof YAML | undefined;

/**
 * Loads the YAML parser when it is first used. Clients in a pod or in the process of a server do
 * not need it.
 */
function loadYAMLParser(): typeof YAML {
  return (loaded ??= createRequire(import.meta.url)("yaml") as typeof YAML);
}
