/**
 * @file The messages between `codegen breaking` and the generated code of one of the compared
 * states.
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
      /** The object before the update. */
      readonly stored: JSONObject;
    }
  | {
      readonly operation: "read";
      readonly stored: JSONObject;
      /** The version in which the object is read. */
      readonly version: string;
    }
  | {
      /** Asks which members of an object its type defines. */
      readonly operation: "known";
      readonly object: JSONObject;
    }
  | {
      /** Asks for the object after clients have applied configurations, one after the other. */
      readonly operation: "apply";
      readonly configurations: readonly Configuration[];
    };

/** The configuration that one client applies. */
export interface Configuration {
  readonly manager: string;
  readonly object: JSONObject;
}

/** An object in the version of the request, or the first error. */
export type Answer =
  | {
      readonly object: JSONObject;
      /** A created object in its storage version. */
      readonly stored?: JSONObject;
    }
  | {
      readonly error: string;
      /** Path of the value that a rule refuses. */
      readonly field?: string;
    };

/** The generated code of a group. */
export interface GroupCode {
  readonly group: string;
  /** The modules that export `AddToScheme`: one for each version, and one for the hub. */
  readonly modules: readonly string[];
  /** The served versions, the preferred one first. */
  readonly versions: readonly GroupVersion[];
  /** The served version that is the hub; undefined for an internal hub. */
  readonly hub?: GroupVersion;
}

/** Questions about the kinds of a group. */
export interface Questions {
  readonly group: string;
  readonly questions: readonly Question[];
}

/** The answers in the order of the questions, or the reason why the group cannot answer. */
export type Reply = { readonly answers: readonly Answer[] } | { readonly fault: string };
