/** Configuration of one plugin, from the file that `--admission-control-config-file` names. */
export interface PluginConfiguration {
  /**
   * Configuration as JSON text. The AdmissionConfiguration file contains it, or names another file
   * that contains it.
   */
  readonly value: unknown;
  /** Position at which the configuration begins, as `file:line:column`. */
  readonly position: string;
}

/** Configurations of all plugins. */
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
   * @throws Error that lists all unknown plugins
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
