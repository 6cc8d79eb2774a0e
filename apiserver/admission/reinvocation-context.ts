/**
 * State of one request for running the mutating plugins a second time (Go:
 * admission.ReinvocationContext).
 */
export class ReinvocationContext {
  /** True if a plugin has changed the object and requires a second run of all plugins. */
  isRequired = false;
  /** True during the second run of the plugins, which is always the last one. */
  isSecondRun = false;
  /** State of a plugin between the two runs, by the name of the plugin. */
  readonly states = new Map<string, unknown>();
}
