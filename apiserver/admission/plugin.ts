import type { GroupVersionKind } from "@apimachinery/runtime";
import { failure } from "../errors/status-error.js";
import type { User } from "../request/api-request.js";
import type { APIObject } from "../request/api-object.js";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** What admission plugins judge: a write, before it happens. Objects are in the hub's form. */
export interface Attributes {
  readonly operation: Operation;
  /** Of the request's version. */
  readonly kind: GroupVersionKind;
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  readonly subresource: string;
  readonly namespace: string;
  /** Empty while it is yet to be generated. */
  readonly name: string;
  /** Absent when something is deleted. */
  readonly object: APIObject | undefined;
  /** Absent when something is created. */
  readonly oldObject: APIObject | undefined;
  readonly user: User;
  /** Nothing is stored: a plugin that does something beside judging must not do it now. */
  readonly isDryRun: boolean;
  /** Tells the client something without failing. */
  readonly warn: (text: string) => void;
}

/** Go's admission.Interface: a plugin is a value, built with what it needs. */
export interface AdmissionPlugin {
  readonly name: string;
  handles(operation: Operation): boolean;
  /** Changes the object in place, or refuses. @throws StatusError */
  admit?(attributes: Attributes): Promise<void>;
  /** Refuses what is about to be stored. @throws StatusError */
  validate?(attributes: Attributes): Promise<void>;
}

/** Lets every plugin change the object, one after the other. The first that refuses ends it. */
export async function admit(plugins: readonly AdmissionPlugin[], attributes: Attributes): Promise<void> {
  for (const plugin of plugins) {
    if (plugin.admit !== undefined && plugin.handles(attributes.operation)) await asked(plugin.admit(attributes));
  }
}

/** Lets every plugin see what is about to be stored. The first that refuses ends it. */
export async function validate(plugins: readonly AdmissionPlugin[], attributes: Attributes): Promise<void> {
  for (const plugin of plugins) {
    if (plugin.validate !== undefined && plugin.handles(attributes.operation)) await asked(plugin.validate(attributes));
  }
}

/** A bare error is told to the client as it is, with 500; what only a bug throws is for the log. */
async function asked(response: Promise<void>): Promise<void> {
  try {
    await response;
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    throw failure({ code: 500, message: error.message });
  }
}
