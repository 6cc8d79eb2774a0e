import { createRequire } from "node:module";
import type * as YAML from "yaml";
import type { Node, YAMLMap } from "yaml";

/**
 * Reads values from a YAML document, and collects problems with their positions. Each method
 * reports a value of the wrong type, and treats it as absent.
 */
export class YAMLReader {
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

/** The entries of a YAML mapping. */
export class KubeconfigEntries {
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
