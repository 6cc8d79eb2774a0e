import type { AdmissionContext, Attributes, PluginConfiguration, PluginFactory } from "@apimachinery/apiserver";

export interface Seen {
  readonly calls: string[];
  readonly configurations: (PluginConfiguration | undefined)[];
  context?: AdmissionContext;
}

/** Returns the factory of a plugin that records its calls in `seen`. */
export function recorder(
  name: string,
  seen: Seen,
  more: Partial<PluginFactory> & { readonly handle?: (phase: string, attributes: Attributes) => void } = {},
): PluginFactory {
  const { handle, ...factory } = more;
  return {
    name,
    build: (context, configuration) => {
      seen.context = context;
      seen.configurations.push(configuration);
      const record = (phase: string) => (attributes: Attributes) => {
        seen.calls.push(`${name} ${phase} ${attributes.operation} ${attributes.name}`);
        handle?.(phase, attributes);
        return Promise.resolve();
      };
      return {
        name,
        handles: (operation) => operation !== "DELETE",
        admit: record("admit"),
        validate: record("validate"),
      };
    },
    ...factory,
  };
}

export function nothingSeen(): Seen {
  return { calls: [], configurations: [] };
}
