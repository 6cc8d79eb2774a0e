/**
 * State of the second run of mutating admission. It belongs to one request (Go:
 * admission.ReinvocationContext).
 */
export class ReinvocationContext {
  /** True if a plugin has changed the object, and earlier plugins must see the change. */
  isRequired = false;
  /** True during the second run of the plugins. There is never a third run. */
  isSecondRun = false;
  /** State of a plugin between the two runs, by the name of the plugin. */
  readonly states = new Map<string, unknown>();
}
