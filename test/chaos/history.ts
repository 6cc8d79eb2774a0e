/**
 * @file Types of the records of a history: everything that the clients of one run sent and saw.
 *
 * Positions (`start`, `end`, `at`) come from one counter of the recording process. The process has
 * one thread, so positions give the real-time order of all records exactly, without clocks.
 */

/** An object in a response or an event, reduced to the parts that the checker compares. */
export interface Sighting {
  readonly name: string;
  /** resourceVersion of the object. In an event DELETED, it is the revision of the deletion. */
  readonly revision: number;
  readonly uid: string;
  /** The text that the write of this version stored. Each write has another text. */
  readonly value: string;
  /** Hash of the object without its resourceVersion, apiVersion and kind. */
  readonly digest: string;
  /** The reason why the object is not the whole object of one write; absent for a whole object. */
  readonly damage?: string;
}

/** The state of an object that a write requires. */
export interface Condition {
  readonly revision?: number;
  readonly uid?: string;
}

/**
 * State that a read requests: the newest, any state that is not older than a revision (0 for any),
 * or exactly the state at a revision.
 */
export type ReadMode =
  | { readonly at: "newest" }
  | { readonly at: "not-older-than"; readonly revision: number }
  | { readonly at: "exactly"; readonly revision: number };

export const verbs = ["create", "get", "update", "patch", "delete", "list"] as const;
export type Verb = (typeof verbs)[number];

/** What a client requested. */
export interface Request {
  readonly verb: Verb;
  /** Name of the object; absent for a list. */
  readonly name?: string;
  /** Text that a create, update or patch stores. */
  readonly value?: string;
  readonly condition?: Condition;
  /** State that a get or a list requests. */
  readonly read?: ReadMode;
  /** Position at which the request for the first page started, if this is a later page. */
  readonly pageAfter?: number;
}

/**
 * Result of a request. `refused` means that the request certainly had no effect. `unknown` means
 * that a write may have been executed, may be executed later, or never.
 */
export type Outcome = "ok" | "refused" | "unknown";

/** A request with its result. */
export interface Operation extends Request {
  readonly type: "operation";
  readonly client: string;
  /** Index of the server to which the request was sent. */
  readonly server: number;
  readonly start: number;
  readonly end: number;
  /** Milliseconds from the start of the run until the request was sent, for readers only. */
  readonly time: number;
  readonly outcome: Outcome;
  /** Status code of the response; absent if the response did not arrive. */
  readonly status?: number;
  /** Reason of an error response, or the error of the connection. */
  readonly reason?: string;
  /** The object in the response to a create, get, update or patch. */
  readonly object?: Sighting;
  /** The objects of a page. */
  readonly items?: readonly Sighting[];
  /** resourceVersion of a page. */
  readonly revision?: number;
  /** True for a page after which more pages follow. */
  readonly hasMore?: boolean;
}

/** A watch that the server has accepted, or refused with the status code. */
export interface WatchStart {
  readonly type: "watch";
  /** Number of the watch, which its events repeat. */
  readonly watch: number;
  readonly client: string;
  readonly server: number;
  /** Revision after which the watch reports events. */
  readonly from: number;
  readonly at: number;
  readonly status: number;
}

/** An event of a watch. */
export interface WatchedEvent {
  readonly type: "event";
  readonly watch: number;
  readonly at: number;
  /** OTHER is an event of an object that does not belong to the run. */
  readonly event: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "OTHER";
  readonly revision: number;
  /** The object; absent for BOOKMARK and OTHER. */
  readonly object?: Sighting;
}

/** The end of a watch. */
export interface WatchEnd {
  readonly type: "watch-end";
  readonly watch: number;
  readonly at: number;
  /** 410 means that the server no longer has the events; the client then lists again. */
  readonly status?: number;
  readonly reason: string;
}

/** A fault that was injected, for readers only. */
export interface FaultRecord {
  readonly type: "fault";
  readonly at: number;
  readonly time: number;
  readonly text: string;
}

/** The first record. */
export interface RunStart {
  readonly type: "run";
  readonly format: 1;
  readonly resource: string;
  readonly namespace: string;
  /** Prefix of the names of all objects of this run. None of them exists before the run. */
  readonly prefix: string;
  /**
   * True if successive reads with resourceVersion=0 through one address must not go back.
   * Kubernetes does not promise this: while a server loads its cache, such reads come from the
   * store, and may be newer than the loaded cache.
   */
  readonly hasMonotonicCaches: boolean;
}

/** The last record. */
export interface RunEnd {
  readonly type: "end";
  readonly at: number;
  /** Revision of the last write. */
  readonly revision: number;
  /** The clients whose watches must have reached this revision. */
  readonly watchers: readonly string[];
}

export type HistoryRecord = RunStart | Operation | WatchStart | WatchedEvent | WatchEnd | FaultRecord | RunEnd;

export type History = readonly HistoryRecord[];
