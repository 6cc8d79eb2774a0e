import { groupVersionString, jsonText, type Status } from "@apimachinery/runtime";
import type { APIRequest } from "../../request/api-request.js";
import type { Transform } from "../../negotiation/negotiate.js";
import type { APIObject } from "../../request/api-object.js";
import type { ObjectEvent } from "../../registry/watched-collection.js";
import { eventFrame } from "../object-encoder.js";
import { transformObject } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { EventBatch } from "./event-batch.js";

/** Encoder for the events of a watch: one line of JSON for each event. */
export interface EventEncoder {
  /** Returns the lines of a batch of events. */
  changes(events: readonly ObjectEvent[]): EventBatch;
  bookmark(revision: number, endsInitialEvents: boolean): Buffer;
  error(status: Status): Buffer;
}

/**
 * Creates the encoder for one watch. The columns of a Table are sent with the first event only.
 * @param transform format in which the client gets the objects
 */
export function eventEncoder(scope: RequestScope, request: APIRequest, transform: Transform | undefined): EventEncoder {
  const error = (status: Status) => eventFrame("ERROR", Buffer.from(jsonText(status)));
  const bookmark = (revision: number, endsInitialEvents: boolean) => bookmarkObject(scope, revision, endsInitialEvents);
  if (transform === undefined) {
    return {
      changes: (events) => scope.encoder.events(events),
      bookmark: (revision, endsInitialEvents) =>
        eventFrame("BOOKMARK", scope.encoder.object(bookmark(revision, endsInitialEvents))),
      error,
    };
  }
  const encodeObject = transformed(scope, request, transform);
  return {
    changes: (events) => new EventBatch(events, ({ type, object }) => eventFrame(type, encodeObject(object))),
    bookmark: (revision, endsInitialEvents) =>
      eventFrame("BOOKMARK", encodeObject(bookmark(revision, endsInitialEvents))),
    error,
  };
}

function transformed(scope: RequestScope, request: APIRequest, transform: Transform): (object: APIObject) => Buffer {
  let hasColumns = true;
  return (object) => {
    const text = transformObject(scope, request, transform, object, hasColumns);
    hasColumns = false;
    return Buffer.from(text, "utf8");
  };
}

/** Returns an object that contains only a revision, for a bookmark. */
function bookmarkObject(scope: RequestScope, revision: number, endsInitialEvents: boolean): APIObject {
  const object = scope.scheme.new(scope.kind) as APIObject;
  object.apiVersion = groupVersionString(scope.kind);
  object.metadata = {
    resourceVersion: String(revision),
    ...(endsInitialEvents ? { annotations: { "k8s.io/initial-events-end": "true" } } : {}),
  };
  return object;
}
