/** The configuration of a plugin in the file of `--admission-control-config-file`. */
export interface PluginConfiguration {
  /** The configuration as JSON: embedded in the file, or read from the file that it names. */
  readonly value: unknown;
  /** `file:line:column` of the beginning of the configuration. */
  readonly position: string;
}

/** The configurations of all plugins. */
export class PluginConfigurations {
  static readonly none = new PluginConfigurations(new Map());
  readonly #byName: ReadonlyMap<string, PluginConfiguration>;

  constructor(byName: ReadonlyMap<string, PluginConfiguration>) {
    this.#byName = byName;
  }

  of(plugin: string): PluginConfiguration | undefined {
    return this.#byName.get(plugin);
  }

  /**
   * Checks that each configuration belongs to a known plugin.
   * @throws Error with all unknown plugins
   */
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
