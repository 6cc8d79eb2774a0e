import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from "yaml";
import { PluginConfigurations, type PluginConfiguration } from "./configuration.js";

/** Supported API versions of AdmissionConfiguration, with the stable version first. */
const versions = ["apiserver.config.k8s.io/v1", "apiserver.k8s.io/v1alpha1"];

/**
 * Reads an AdmissionConfiguration file, and the files whose paths it contains. These paths are
 * relative to the folder of the file.
 * @throws Error with all problems and their positions
 */
export async function readPluginConfigurations(file: string): Promise<PluginConfigurations> {
  const document = new Document(
    file,
    await read(file, `unable to read admission control configuration from ${JSON.stringify(file)}`),
  );
  const plugins = document.plugins();
  document.check();
  const found = new Map<string, PluginConfiguration>();
  for (const { name, path, embedded, position } of plugins) {
    found.set(
      name,
      path === ""
        ? { value: embedded, position }
        : await readNamed(isAbsolute(path) ? path : join(dirname(file), path), position),
    );
  }
  return new PluginConfigurations(found);
}

async function readNamed(path: string, position: string): Promise<PluginConfiguration> {
  const document = new Document(path, await read(path, `${position}: unable to read ${path}`));
  document.check();
  return { value: document.value, position: `${path}:1:1` };
}

async function read(file: string, message: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new Error(`${message}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

interface PluginEntry {
  readonly name: string;
  readonly path: string;
  readonly embedded: unknown;
  readonly position: string;
}

/** A YAML document, with the problems that were found in it. */
class Document {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #document: ReturnType<typeof parseDocument>;
  readonly #problems: string[] = [];

  constructor(file: string, text: string) {
    this.#file = file;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    for (const { message, pos } of this.#document.errors) this.#problems.push(`${this.#at(pos[0])}: ${message}`);
  }

  get value(): unknown {
    return this.#document.toJS() as unknown;
  }

  /**
   * Checks that no problems were found in the document so far.
   * @throws Error with all problems and their positions
   */
  check(): void {
    if (this.#problems.length > 0) throw new Error(this.#problems.join("\n"));
  }

  plugins(): readonly PluginEntry[] {
    const root = this.#document.contents;
    if (!isMap(root)) {
      this.#report(root, "the document must be an AdmissionConfiguration");
      return [];
    }
    this.#checkFields(root, ["apiVersion", "kind", "plugins"]);
    const apiVersion = this.#text(root, "apiVersion");
    if (!versions.includes(apiVersion))
      this.#report(
        root.get("apiVersion", true) ?? root,
        `apiVersion must be ${versions[0] ?? ""}, not ${JSON.stringify(apiVersion)}`,
      );
    if (this.#text(root, "kind") !== "AdmissionConfiguration")
      this.#report(root.get("kind", true) ?? root, "kind must be AdmissionConfiguration");
    const plugins = root.get("plugins", true);
    if (plugins === undefined || (isScalar(plugins) && plugins.value === null)) return [];
    if (!isSeq(plugins)) {
      this.#report(plugins, "plugins must be a list");
      return [];
    }
    const seen = new Set<string>();
    return plugins.items.flatMap((item) => this.#plugin(item, seen) ?? []);
  }

  #plugin(item: unknown, seen: Set<string>): PluginEntry | undefined {
    if (!isMap(item)) {
      this.#report(item, "an item of plugins must be a mapping");
      return undefined;
    }
    this.#checkFields(item, ["name", "path", "configuration"]);
    const name = this.#text(item, "name");
    const path = this.#text(item, "path");
    const node = item.get("configuration", true);
    const hasEmbedded = node !== undefined && !(isScalar(node) && node.value === null);
    if (name === "") this.#report(item, "an item of plugins must have a name");
    else if (seen.has(name)) this.#report(item, `duplicate plugin ${JSON.stringify(name)}`);
    seen.add(name);
    if (path !== "" && hasEmbedded)
      this.#report(item, `plugin ${JSON.stringify(name)} has a path and a configuration: only one of them is allowed`);
    const { configuration } = item.toJS(this.#document) as { readonly configuration?: unknown };
    return { name, path, embedded: configuration, position: this.#position(hasEmbedded ? node : item) };
  }

  #checkFields(map: YAMLMap, known: readonly string[]): void {
    for (const { key } of map.items) {
      const name = isScalar(key) ? String(key.value) : "";
      if (!known.includes(name)) this.#report(key, `unknown field ${JSON.stringify(name)}`);
    }
  }

  #text(map: YAMLMap, key: string): string {
    const value: unknown = map.get(key);
    if (value === undefined || value === null) return "";
    if (typeof value === "string") return value;
    this.#report(map.get(key, true), `${key} must be a string`);
    return "";
  }

  #report(node: unknown, message: string): void {
    this.#problems.push(`${this.#position(node)}: ${message}`);
  }

  #position(node: unknown): string {
    const hasRange = typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
    return this.#at(hasRange ? Number((node.range as readonly unknown[])[0]) : 0);
  }

  #at(offset: number): string {
    const { line, col } = this.#lines.linePos(offset);
    return `${this.#file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  }
}
