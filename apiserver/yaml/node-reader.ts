import { goQuote } from "@apimachinery/runtime";
import type { Document, LineCounter, Node, YAMLError, YAMLWarning } from "yaml";
import { checkYAMLDepth } from "./depth.js";
import { loadYAML } from "./library.js";

/** The entries of a YAML mapping, and the mapping itself for the positions of problems. */
export interface MappingEntries {
  readonly node: Node;
  readonly values: ReadonlyMap<string, Node>;
  /** Path of the mapping in messages, such as `rules[0]`; empty for the object itself. */
  readonly path: string;
}

/**
 * Reads the values of one YAML document, and collects problems with their positions. Each method
 * reports a value of the wrong type, and treats it as absent or empty.
 */
export class NodeReader {
  readonly document: Document;
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #problems: string[];

  /** @param problems receives the problems that are found */
  constructor(file: string, document: Document, lines: LineCounter, problems: string[]) {
    this.#file = file;
    this.document = document;
    this.#lines = lines;
    this.#problems = problems;
  }

  /**
   * Adds a problem with the position of a node.
   * @param node node that has the problem
   */
  report(node: Node, message: string): void {
    this.#problems.push(`${this.position(node)}: ${message}`);
  }

  /**
   * Reports a problem with a field, with the path of the field.
   * @param name name of the field; empty for the mapping itself
   */
  problem(parent: MappingEntries, name: string, why: string): void {
    const place = parent.values.get(name.replace(/\[.*$/, "")) ?? parent.node;
    this.report(place, `${name === "" ? parent.path : joined(parent.path, name)}: ${why}`);
  }

  invalid(parent: MappingEntries, name: string, value: string, why: string): void {
    this.problem(parent, name, `Invalid value: ${goQuote(value)}: ${why}`);
  }

  duplicate(parent: MappingEntries, name: string, value: string): void {
    this.problem(parent, name, `Duplicate value: ${goQuote(value)}`);
  }

  /**
   * Checks the kind of the document.
   * @param what the expected kind with its article, such as `a Policy`
   * @param versions supported API versions, with the preferred version first
   */
  requireKind(root: MappingEntries, what: string, versions: readonly string[]): void {
    const [apiVersion, kind] = [this.text(root, "apiVersion"), this.text(root, "kind")];
    if (versions.includes(apiVersion) && what.endsWith(` ${kind}`)) return;
    this.report(
      root.node,
      `kind ${JSON.stringify(kind)} of apiVersion ${JSON.stringify(apiVersion)}: the file must contain ${what} of ${versions[0] ?? ""}`,
    );
  }

  /** Returns the position of a node as `file:line:column`. */
  position(node: Node): string {
    return this.#at(node.range?.[0] ?? 0);
  }

  /** Adds syntax errors of the document to the problems. Returns true if there are none. */
  requireSyntax(errors: readonly (YAMLError | YAMLWarning)[]): boolean {
    this.#problems.push(...errors.map(({ message, pos }) => `${this.#at(pos[0])}: ${message}`));
    return errors.length === 0;
  }

  #at(offset: number): string {
    const { line, col } = this.#lines.linePos(offset);
    return `${this.#file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  }

  /**
   * Returns the entries of a mapping. Reports a value that is not a mapping, and unknown fields. An
   * unknown field is an error, because a misspelt field could widen a rule.
   * @param known names of all fields; undefined if any name is allowed
   */
  entries(given: unknown, path: string, known?: readonly string[]): MappingEntries | undefined {
    const node = this.#resolved(given);
    if (!loadYAML().isMap(node)) {
      this.report(asNode(node, this.document), `${path === "" ? "the document" : path} must be a mapping`);
      return undefined;
    }
    const values = new Map<string, Node>();
    for (const { key, value } of node.items) {
      const name = loadYAML().isScalar(key) && typeof key.value === "string" ? key.value : undefined;
      if (name === undefined) this.report(asNode(key, this.document), "the name of a field must be a string");
      else if (known?.includes(name) === false)
        this.report(asNode(key, this.document), `unknown field ${JSON.stringify(joined(path, name))}`);
      else if (!isNull(value)) values.set(name, asNode(value, this.document));
    }
    return { node, values, path };
  }

  /** Returns the mapping in a field; undefined if the field is absent. */
  child(parent: MappingEntries, name: string, known?: readonly string[]): MappingEntries | undefined {
    const node = parent.values.get(name);
    return node === undefined ? undefined : this.entries(node, joined(parent.path, name), known);
  }

  /** Returns the mappings in the list of a field; empty if the field is absent. */
  children(parent: MappingEntries, name: string, known?: readonly string[]): readonly MappingEntries[] {
    const path = joined(parent.path, name);
    return this.#items(parent, name).flatMap((item, index) => this.entries(item, `${path}[${index}]`, known) ?? []);
  }

  /** Returns the string in a field; empty if the field is absent. */
  text(parent: MappingEntries, name: string): string {
    const node = parent.values.get(name);
    return node === undefined ? "" : this.#textOf(node, joined(parent.path, name));
  }

  /** Returns the strings in the list of a field; empty if the field is absent. */
  texts(parent: MappingEntries, name: string): readonly string[] {
    const path = joined(parent.path, name);
    return this.#items(parent, name).map((item, index) =>
      this.#textOf(asNode(item, this.document), `${path}[${index}]`),
    );
  }

  /**
   * Returns the string values in the mapping of a field, such as labels; empty if the field is
   * absent.
   */
  textMap(parent: MappingEntries, name: string): Readonly<Record<string, string>> {
    const map = this.child(parent, name);
    return Object.fromEntries(
      [...(map?.values ?? [])].map(([key]) => [key, map === undefined ? "" : this.text(map, key)]),
    );
  }

  #textOf(given: Node, path: string): string {
    const node = this.#resolved(given);
    if (loadYAML().isScalar(node) && typeof node.value === "string") return node.value;
    this.report(given, `${path} must be a string`);
    return "";
  }

  #items(parent: MappingEntries, name: string): readonly unknown[] {
    const given = parent.values.get(name);
    if (given === undefined) return [];
    const node = this.#resolved(given);
    if (loadYAML().isSeq(node)) return node.items;
    this.report(given, `${joined(parent.path, name)} must be a list`);
    return [];
  }

  #resolved(node: unknown): unknown {
    return loadYAML().isAlias(node) ? node.resolve(this.document) : node;
  }
}

/**
 * Reads a configuration file in YAML.
 * @param fields names of all fields of the document
 * @throws Error that lists all problems as `file:line:column: message`
 */
export function readConfiguration<T>(
  file: string,
  text: string,
  fields: readonly string[],
  read: (reader: NodeReader, root: MappingEntries) => T,
): T {
  const { LineCounter, parseDocument } = loadYAML();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "error" });
  const problems: string[] = [];
  const reader = new NodeReader(file, document, lines, problems);
  const root = reader.requireSyntax(document.errors) ? reader.entries(document.contents, "", fields) : undefined;
  const configuration = root && read(reader, root);
  if (problems.length > 0 || configuration === undefined) throw new Error(problems.join("\n"));
  return configuration;
}

/**
 * Returns a reader of each document in a text. As in Kubernetes, YAML has version 1.1.
 * @param problems receives the problems that are found, such as excessive nesting
 */
export function documentReaders(file: string, text: string, problems: string[]): readonly NodeReader[] {
  const { LineCounter, parseAllDocuments } = loadYAML();
  const lines = new LineCounter();
  try {
    checkYAMLDepth(text);
  } catch (error) {
    problems.push(`${file}:1:1: ${(error as Error).message}`);
    return [];
  }
  const options = { version: "1.1", lineCounter: lines, prettyErrors: false, logLevel: "error" } as const;
  return [...parseAllDocuments(text, options)].map((document) => new NodeReader(file, document, lines, problems));
}

function isNull(value: unknown): boolean {
  return value === null || (loadYAML().isScalar(value) && value.value === null);
}

/**
 * Returns a value as a node. If the value is missing, and therefore not a node, returns the root of
 * the document.
 */
function asNode(value: unknown, { contents }: Document): Node {
  if (loadYAML().isNode(value)) return value;
  return contents ?? new (loadYAML().Scalar)(null);
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
