import type { GroupVersionKind } from "@apimachinery/runtime";
import { failure } from "../errors/status-error.js";
import type { User } from "../request/api-request.js";
import type { APIObject } from "../request/api-object.js";
import type { AuditLevel } from "../request/audit-annotations.js";
import type { ObjectInterfaces } from "./object-interfaces.js";
import type { ReinvocationContext } from "./reinvocation-context.js";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** A write request for an admission plugin. Objects are in the hub version. */
export interface Attributes {
  readonly operation: Operation;
  /** Kind of the object in the request's version. */
  readonly kind: GroupVersionKind;
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  readonly subresource: string;
  readonly namespace: string;
  /**
   * Name of the object; empty if the server will generate it, and in the deletion of a collection.
   */
  readonly name: string;
  /**
   * New state of the object; undefined for a deletion. For the operation CONNECT, `object` is the
   * options of the request; undefined if the request has none.
   */
  readonly object: APIObject | undefined;
  /** Stored object before the write; undefined for a create and for the operation CONNECT. */
  readonly oldObject: APIObject | undefined;
  readonly user: User;
  /** True for a dry run, which stores nothing. The plugin must then not have side effects. */
  readonly isDryRun: boolean;
  /** Adds a warning for the client to the response. */
  readonly warn: (text: string) => void;
  /**
   * Options of the request with their kind, such as CreateOptions; undefined for the operation
   * CONNECT.
   */
  readonly options: OperationOptions | undefined;
  /** Scheme for the objects, and all resources through which clients can access them. */
  readonly interfaces: ObjectInterfaces;
  /** State that all mutating plugins of the request share, to run them a second time. */
  readonly reinvocation: ReinvocationContext;
  /**
   * Time at which the response must be sent, on the clock of `performance.now`, in milliseconds;
   * undefined if the request has no time limit.
   */
  readonly deadline: number | undefined;
  /**
   * Adds an annotation to the audit event of the request. The key is a qualified name, such as
   * `example.com/decision`.
   * @param level minimum level of the audit events that contain the annotation. Default: `Metadata`
   * @throws Error for an invalid key, or for a key that already has another value
   */
  readonly annotate: (key: string, value: string, level?: AuditLevel) => void;
}

/** CreateOptions, UpdateOptions or DeleteOptions of meta.k8s.io/v1, as JSON. */
export interface OperationOptions {
  readonly kind: "CreateOptions" | "UpdateOptions" | "DeleteOptions";
  readonly apiVersion: "meta.k8s.io/v1";
  readonly [option: string]: unknown;
}

/** An admission plugin (Go: admission.Interface). */
export interface AdmissionPlugin {
  readonly name: string;
  /**
   * The only kind whose objects the plugin reads, in the hub version. Absent if the plugin reads
   * objects of all kinds.
   */
  readonly kind?: GroupVersionKind;
  handles(operation: Operation): boolean;
  /**
   * Changes the object in place, or refuses the request.
   * @throws StatusError to refuse the request
   */
  admit?(attributes: Attributes): Promise<void>;
  /**
   * Checks an object before it is stored.
   * @throws StatusError to refuse the request
   */
  validate?(attributes: Attributes): Promise<void>;
}

/**
 * Calls `admit` of the plugins in order, until a plugin refuses the request. If a plugin has
 * requested reinvocation, calls `admit` of all plugins a second time.
 * @throws StatusError of the plugin that refuses the request
 */
export async function admit(plugins: readonly AdmissionPlugin[], attributes: Attributes): Promise<void> {
  await admitOnce(plugins, attributes);
  const { reinvocation } = attributes;
  if (!reinvocation.isRequired || reinvocation.isSecondRun) return;
  reinvocation.isSecondRun = true;
  await admitOnce(plugins, attributes);
}

async function admitOnce(plugins: readonly AdmissionPlugin[], attributes: Attributes): Promise<void> {
  for (const plugin of plugins) {
    if (plugin.admit !== undefined && plugin.handles(attributes.operation)) await asked(plugin.admit(attributes));
  }
}

/**
 * Calls `validate` of the plugins in order, until a plugin refuses the request.
 * @throws StatusError of the plugin that refuses the request
 */
export async function runValidation(plugins: readonly AdmissionPlugin[], attributes: Attributes): Promise<void> {
  for (const plugin of plugins) {
    if (plugin.validate !== undefined && plugin.handles(attributes.operation)) await asked(plugin.validate(attributes));
  }
}

/**
 * Awaits a call of a plugin. Converts a plain Error to a StatusError 500 with the same message.
 * Errors of other classes, such as TypeError, are bugs: they are rethrown, so that the server logs
 * them.
 */
async function asked(response: Promise<void>): Promise<void> {
  try {
    await response;
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    throw failure({ code: 500, message: error.message });
  }
}
