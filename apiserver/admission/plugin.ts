import type { GroupVersionKind } from "@apimachinery/runtime";
import { failure } from "../errors/status-error.js";
import type { User } from "../request/api-request.js";
import type { APIObject } from "../request/api-object.js";
import type { AuditLevel } from "../request/audit-annotations.js";
import type { ObjectInterfaces } from "./object-interfaces.js";
import type { ReinvocationContext } from "./reinvocation-context.js";

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
  /**
   * Options of the request, with their kind, such as CreateOptions; undefined for the operation
   * CONNECT.
   */
  readonly options: OperationOptions | undefined;
  /** Scheme of the objects, and the other resources through which they can be written. */
  readonly interfaces: ObjectInterfaces;
  /** Shared by all mutating plugins of one request, to run them a second time. */
  readonly reinvocation: ReinvocationContext;
  /**
   * Time at which the response is due, in milliseconds of `performance.now`; undefined if the
   * request has no time limit.
   */
  readonly deadline: number | undefined;
  /**
   * Adds an annotation to the audit event of the request. The key is a qualified name, such as
   * `example.com/decision`.
   * @param level lowest audit level whose events contain the annotation. Default: `Metadata`
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

/**
 * Calls the `admit` functions of the plugins in order, until one of them refuses the request. If a
 * plugin requires it, calls all of them once more.
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
 * Calls the `validate` functions of the plugins in order, until one of them refuses the request.
 */
export async function runValidation(plugins: readonly AdmissionPlugin[], attributes: Attributes): Promise<void> {
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
