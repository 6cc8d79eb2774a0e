/** Configuration of one plugin in the file of `--admission-control-config-file`. */
export interface PluginConfiguration {
  /**
   * Parsed configuration. It comes from the AdmissionConfiguration file itself, or from another
   * file whose path that file contains.
   */
  readonly value: unknown;
  /** Position at which the configuration begins, as `file:line:column`, for messages. */
  readonly position: string;
}

/** Configurations of all plugins, by the name of the plugin. */
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
   * @throws Error with the names of all unknown plugins
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
