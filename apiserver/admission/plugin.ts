import type { GroupVersionKind } from "@apimachinery/runtime";
import { failure } from "../errors/status-error.js";
import type { User } from "../request/api-request.js";
import type { APIObject } from "../request/api-object.js";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** The write request that a plugin checks. Objects are in the hub version. */
export interface Attributes {
  readonly operation: Operation;
  /** Kind of the object, in the request's version. */
  readonly kind: GroupVersionKind;
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  readonly subresource: string;
  readonly namespace: string;
  /** Name of the object; empty if the server will generate it. */
  readonly name: string;
  /** New state of the object; undefined for a deletion. */
  readonly object: APIObject | undefined;
  /** Stored object before the write; undefined for a create. */
  readonly oldObject: APIObject | undefined;
  readonly user: User;
  /** True for a dry run: nothing is stored, so a plugin must not have side effects. */
  readonly isDryRun: boolean;
  /** Adds a warning for the client to the response. */
  readonly warn: (text: string) => void;
}

/** An admission plugin (Go: admission.Interface). */
export interface AdmissionPlugin {
  readonly name: string;
  /**
   * The only kind whose objects the plugin reads, in the hub version. If absent, the plugin reads
   * objects of all kinds.
   */
  readonly kind?: GroupVersionKind;
  handles(operation: Operation): boolean;
  /**
   * Changes the object in place, or refuses the request.
   * @throws StatusError
   */
  admit?(attributes: Attributes): Promise<void>;
  /**
   * Checks an object before it is stored.
   * @throws StatusError
   */
  validate?(attributes: Attributes): Promise<void>;
}

/** Calls the `admit` functions of the plugins in order, until one of them refuses the request. */
export async function admit(plugins: readonly AdmissionPlugin[], attributes: Attributes): Promise<void> {
  for (const plugin of plugins) {
    if (plugin.admit !== undefined && plugin.handles(attributes.operation)) await asked(plugin.admit(attributes));
  }
}

/**
 * Calls the `validate` functions of the plugins in order, until one of them refuses the request.
 */
export async function validate(plugins: readonly AdmissionPlugin[], attributes: Attributes): Promise<void> {
  for (const plugin of plugins) {
    if (plugin.validate !== undefined && plugin.handles(attributes.operation)) await asked(plugin.validate(attributes));
  }
}

/**
 * Converts a plain Error of a plugin to a 500 with the message of the error. Errors of other
 * classes, such as TypeError, are bugs. They are rethrown, and the server logs them.
 */
async function asked(response: Promise<void>): Promise<void> {
  try {
    await response;
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    throw failure({ code: 500, message: error.message });
  }
}
