import { groupVersionString, jsonText, type Status } from "@apimachinery/runtime";
import type { APIRequest } from "../../request/api-request.js";
import { cborOfJSON } from "../../negotiation/cbor.js";
import { protobufFrame } from "./protobuf-frame.js";
import { protobufType } from "../../negotiation/media-types.js";
import type { Negotiated, Transform } from "../../negotiation/negotiate.js";
import { protobufDocument } from "../../negotiation/protobuf-document.js";
import type { APIObject } from "../../request/api-object.js";
import type { ObjectEvent } from "../../registry/watched-collection.js";
import { eventFrame, type ObjectEncoder } from "../object-encoder.js";
import { transformObject } from "../respond.js";
import { protobufObject } from "../protobuf.js";
import type { RequestScope } from "../scope.js";
import { EventBatch } from "./event-batch.js";

/**
 * Encoder for the events of a watch: for each event a line of JSON, a CBOR document, or protobuf
 * with its length.
 */
export interface EventEncoder {
  /** Returns the bytes of a batch of events. */
  changes(events: readonly ObjectEvent[]): EventBatch;
  bookmark(revision: number, endsInitialEvents: boolean): Buffer;
  error(status: Status): Buffer;
  /**
   * Encoder that other watches use too, and that returns the same bytes for all later events.
   * Undefined before the first event of a Table.
   */
  readonly shared: EventEncoder | undefined;
}

/** Part of a request that decides about the rows of a Table. */
type Asked = Pick<APIRequest, "query">;

/** Encoders that watches share, by the encoder of their objects and by the format. */
const known = new WeakMap<ObjectEncoder, Map<string, EventEncoder>>();

/**
 * Returns the encoder for one watch. Watches that send the same objects in the same format share
 * the encoded events. The columns of a Table are sent only with the first event of each watch.
 */
export function eventEncoder(
  scope: RequestScope,
  request: APIRequest,
  { mediaType, transform }: Negotiated,
): EventEncoder {
  if (mediaType === protobufType) {
    const create = () => protobufEncoder(scope, transform);
    return shared(scope.encoder, `${mediaType} ${transform?.kind ?? ""} ${transform?.version ?? ""}`, create);
  }
  const isCBOR = mediaType === "application/cbor";
  const frame = isCBOR ? cborFrame : eventFrame;
  if (transform === undefined) {
    const create = () => (isCBOR ? cborEncoder(scope) : plainEncoder(scope));
    return shared(scope.encoder, mediaType, create);
  }
  // A shared encoder outlives the request, so it keeps only the query.
  const asked: Asked = { query: request.query };
  const text: TextOf = (object, hasColumns) =>
    Buffer.from(transformObject(scope, asked, transform, object, hasColumns));
  const create = () => transformEncoder(scope, (object) => text(object, false), frame);
  const include = request.query.get("includeObject") ?? "";
  // Other values are errors. Clients could send any number of them, so they are not shared.
  const isKnown = ["", "None", "Metadata", "Object"].includes(include);
  const format = `${mediaType} ${transform.kind} ${transform.version} ${include}`;
  const later = isKnown ? shared(scope.encoder, format, create) : create();
  return transform.kind === "Table" ? withColumns(later, scope, text, frame) : later;
}

type TextOf = (object: APIObject, hasColumns: boolean) => Buffer;
/** Returns the bytes of one event. The object is JSON, except for protobuf. */
type Frame = (type: string, object: Buffer) => Buffer;

function shared(objects: ObjectEncoder, format: string, create: () => EventEncoder): EventEncoder {
  let encoders = known.get(objects);
  if (encoders === undefined) known.set(objects, (encoders = new Map<string, EventEncoder>()));
  let encoder = encoders.get(format);
  if (encoder === undefined) encoders.set(format, (encoder = create()));
  return encoder;
}

function plainEncoder(scope: RequestScope): EventEncoder {
  return {
    get shared() {
      return this;
    },
    changes: (events) => scope.encoder.events(events),
    bookmark: (revision, endsInitialEvents) =>
      eventFrame("BOOKMARK", scope.encoder.object(bookmarkObject(scope, revision, endsInitialEvents))),
    error: (status) => errorFrame(status, eventFrame),
  };
}

function cborEncoder(scope: RequestScope): EventEncoder {
  return transformEncoder(scope, (object) => scope.encoder.object(object), cborFrame);
}

function protobufEncoder(scope: RequestScope, transform: Transform | undefined): EventEncoder {
  return transformEncoder(
    scope,
    (object) => protobufObject(scope, transform, object),
    protobufFrame,
    (status) => protobufDocument(jsonText(status)),
  );
}

/** @param statusOf returns the bytes of a Status. Default: its JSON */
function transformEncoder(
  scope: RequestScope,
  textOf: (object: APIObject) => Buffer,
  frame: Frame,
  statusOf = (status: Status): Buffer => Buffer.from(jsonText(status)),
): EventEncoder {
  const batches = new WeakMap<readonly ObjectEvent[], EventBatch>();
  const encode = ({ type, object }: ObjectEvent) => frame(type, textOf(object));
  return {
    get shared() {
      return this;
    },
    changes(events) {
      let batch = batches.get(events);
      if (batch === undefined) batches.set(events, (batch = new EventBatch(events, encode)));
      return batch;
    },
    bookmark: (revision, endsInitialEvents) =>
      frame("BOOKMARK", textOf(bookmarkObject(scope, revision, endsInitialEvents))),
    error: (status) => frame("ERROR", statusOf(status)),
  };
}

/** Returns the encoder for one watch of Tables. `later` encodes all events after the first one. */
function withColumns(later: EventEncoder, scope: RequestScope, textOf: TextOf, frame: Frame): EventEncoder {
  let hasColumns = true;
  const textOnce = (object: APIObject) => {
    const text = textOf(object, hasColumns);
    hasColumns = false;
    return text;
  };
  const first = transformEncoder(scope, textOnce, frame);
  return {
    get shared() {
      return hasColumns ? undefined : later;
    },
    changes: (events) => (hasColumns ? first : later).changes(events),
    bookmark: (revision, endsInitialEvents) => (hasColumns ? first : later).bookmark(revision, endsInitialEvents),
    error: (status) => errorFrame(status, frame),
  };
}

function errorFrame(status: Status, frame: Frame): Buffer {
  return frame("ERROR", Buffer.from(jsonText(status)));
}

/** Returns one document of a CBOR sequence. */
function cborFrame(type: string, object: Buffer): Buffer {
  return cborOfJSON(eventFrame(type, object).toString("utf8"));
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
