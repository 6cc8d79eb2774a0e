/** What a plugin is told by `--admission-control-config-file`. */
export interface PluginConfiguration {
  /** The configuration as JSON: that which stands in the file, or in the file that it names. */
  readonly value: unknown;
  /** `file:line:column` of where it begins. */
  readonly position: string;
}

/** What all plugins are told. */
export class PluginConfigurations {
  static readonly none = new PluginConfigurations(new Map());
  readonly #byName: ReadonlyMap<string, PluginConfiguration>;

  constructor(byName: ReadonlyMap<string, PluginConfiguration>) {
    this.#byName = byName;
  }

  of(plugin: string): PluginConfiguration | undefined {
    return this.#byName.get(plugin);
  }

  /** @throws Error for a configuration of a plugin that there is not: it would never be read */
  requireKnown(names: readonly string[]): void {
    const unknown = [...this.#byName].filter(([name]) => !names.includes(name));
    if (unknown.length > 0)
      throw new Error(
        unknown
          .map(([name, { position }]) => `${position}: admission plugin ${JSON.stringify(name)} is unknown`)
          .join("\n"),
      );
  }
}
