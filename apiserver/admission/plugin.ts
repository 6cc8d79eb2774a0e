import type { GroupVersionKind } from "@apimachinery/runtime";
import { failure } from "../errors/status-error.js";
import type { User } from "../request/api-request.js";
import type { APIObject } from "../request/api-object.js";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** The write that a plugin checks. Objects are in the hub's form. */
export interface Attributes {
  readonly operation: Operation;
  /** The kind in the request's version. */
  readonly kind: GroupVersionKind;
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  readonly subresource: string;
  readonly namespace: string;
  /** Empty if the name will be generated. */
  readonly name: string;
  /** Undefined for a deletion. */
  readonly object: APIObject | undefined;
  /** Undefined for a creation. */
  readonly oldObject: APIObject | undefined;
  readonly user: User;
  /** Whether nothing is stored. A plugin must not have side effects then. */
  readonly isDryRun: boolean;
  /** Adds a warning to the response. */
  readonly warn: (text: string) => void;
}

/** An admission plugin. (Go: admission.Interface.) */
export interface AdmissionPlugin {
  readonly name: string;
  handles(operation: Operation): boolean;
  /**
   * Changes the object in place, or refuses it.
   * @throws StatusError
   */
  admit?(attributes: Attributes): Promise<void>;
  /**
   * Refuses an object before it is stored.
   * @throws StatusError
   */
  validate?(attributes: Attributes): Promise<void>;
}

/** Calls `admit` of the plugins in order, until one refuses the object. */
export async function admit(plugins: readonly AdmissionPlugin[], attributes: Attributes): Promise<void> {
  for (const plugin of plugins) {
    if (plugin.admit !== undefined && plugin.handles(attributes.operation)) await asked(plugin.admit(attributes));
  }
}

/** Calls `validate` of the plugins in order, until one refuses the object. */
export async function validate(plugins: readonly AdmissionPlugin[], attributes: Attributes): Promise<void> {
  for (const plugin of plugins) {
    if (plugin.validate !== undefined && plugin.handles(attributes.operation)) await asked(plugin.validate(attributes));
  }
}

/**
 * A plain Error becomes a 500 with its message. Other errors, such as TypeError, are bugs and only
 * logged.
 */
async function asked(response: Promise<void>): Promise<void> {
  try {
    await response;
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    throw failure({ code: 500, message: error.message });
  }
}
