/**
 * @file The messages between `codegen breaking` and a thread with generated code. `codegen
 * breaking` compares two states of a project, and each state has a thread.
 */

import type { GroupVersion } from "../meta/v1/group-version.js";
import type { JSONObject } from "../values/types.js";

/** A request to a server, as data that one thread can send to another. */
export type Question =
  | {
      readonly operation: "create";
      readonly sent: JSONObject;
      /** The version in which the object is stored, such as `v1`. */
      readonly storage: string;
    }
  | {
      readonly operation: "update";
      readonly sent: JSONObject;
      /** The stored object before the update. */
      readonly stored: JSONObject;
    }
  | {
      readonly operation: "read";
      readonly stored: JSONObject;
      /** The version of the response. */
      readonly version: string;
    }
  | {
      /** Requests the object without the properties that its type does not have. */
      readonly operation: "known";
      readonly object: JSONObject;
    }
  | {
      /** Requests the object that results if clients apply configurations one after the other. */
      readonly operation: "apply";
      readonly configurations: readonly Configuration[];
    };

/** A configuration that one client applies. */
export interface Configuration {
  readonly manager: string;
  readonly object: JSONObject;
}

/** Response to a `Question`: an object in the version of the request, or the first error. */
export type Answer =
  | {
      readonly object: JSONObject;
      /** The created object in its storage version. Present only after a create. */
      readonly stored?: JSONObject;
    }
  | {
      readonly error: string;
      /** Path of the field that violates a rule. Absent for other errors. */
      readonly field?: string;
    };

/** The generated code of an API group. */
export interface GroupCode {
  readonly group: string;
  /** The modules that export `AddToScheme`: one for each version, and one for the hub. */
  readonly modules: readonly string[];
  /** The served versions, with the preferred version first. */
  readonly versions: readonly GroupVersion[];
  /** The served version that is the hub; undefined for an internal hub. */
  readonly hub?: GroupVersion;
}

/** Requests for objects of one API group. */
export interface Questions {
  readonly group: string;
  readonly questions: readonly Question[];
}

/**
 * The responses in the order of the requests, or the error of a group whose code cannot be
 * loaded.
 */
export type Reply = { readonly answers: readonly Answer[] } | { readonly fault: string };
