import { groupVersionString, jsonText, type Status } from "@apimachinery/runtime";
import type { APIRequest } from "../../request/api-request.js";
import type { Negotiated, Transform } from "../../negotiation/negotiate.js";
import type { APIObject } from "../../request/api-object.js";
import type { ObjectEvent } from "../../registry/watched-collection.js";
import { eventFrame, type ObjectEncoder } from "../object-encoder.js";
import { binaryEncoder, binaryObject } from "../binary.js";
import type { BinaryEncoder } from "../binary-encoder.js";
import { tableOptions, transformObject } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { eventBatches, type EventBatch } from "./event-batch.js";

/**
 * Encoder for the events of a watch. An event is a line of JSON, a CBOR document, or protobuf with
 * its length before it.
 */
export interface EventEncoder {
  /** Returns the bytes of a batch of events. */
  changes(events: readonly ObjectEvent[]): EventBatch;
  bookmark(revision: number, endsInitialEvents: boolean): Buffer;
  error(status: Status): Buffer;
  /**
   * Encoder that returns the same bytes for all later events and is shared with other watches.
   * Undefined before the first event of a Table, which contains the columns.
   */
  readonly shared: EventEncoder | undefined;
}

/** Part of a request that affects the rows of a Table. */
type Asked = Pick<APIRequest, "query">;

/** Encoders that watches share, by the encoder of the objects and by a name of the format. */
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
  // A shared encoder remains after the request, so it must refer only to the query.
  const format = formatOf(scope, { query: request.query }, transform, binaryEncoder(scope.encoder, mediaType));
  const create = () => encoderOf(scope, format, (object) => format.bytesOf(object, false));
  if (transform === undefined) return shared(scope.encoder, mediaType, create);
  const include = request.query.get("includeObject") ?? "";
  // Encoders for unknown values are not shared, because clients could send any number of such
  // values, which are errors.
  const isKnown = ["", "None", "Metadata", "Object"].includes(include);
  const name = `${mediaType} ${transform.kind} ${transform.version} ${include}`;
  const later = isKnown ? shared(scope.encoder, name, create) : create();
  return transform.kind === "Table" ? withColumns(later, scope, format) : later;
}

/** Functions that encode events in one format. */
interface Format {
  /** Returns an encoded object, its Table, or only its metadata. */
  readonly bytesOf: (object: APIObject, hasColumns: boolean) => Buffer;
  readonly statusOf: (status: Status) => Buffer;
  /** Returns the bytes of an event with an encoded object. */
  readonly frame: (type: string, object: Buffer) => Buffer;
}

function formatOf(
  scope: RequestScope,
  asked: Asked,
  transform: Transform | undefined,
  binary: BinaryEncoder | undefined,
): Format {
  if (binary === undefined)
    return {
      bytesOf: (object, hasColumns) =>
        transform === undefined
          ? scope.encoder.object(object)
          : Buffer.from(transformObject(scope, asked, transform, object, hasColumns)),
      statusOf: (status) => Buffer.from(jsonText(status)),
      frame: eventFrame,
    };
  const table = (version: string) => tableOptions(scope, asked, version);
  return {
    bytesOf: (object, hasColumns) => binaryObject(scope, binary, transform, object, table, hasColumns),
    statusOf: (status) => binary.metaObject(status),
    frame: (type, object) => binary.event(type, object),
  };
}

function shared(objects: ObjectEncoder, format: string, create: () => EventEncoder): EventEncoder {
  let encoders = known.get(objects);
  if (encoders === undefined) known.set(objects, (encoders = new Map<string, EventEncoder>()));
  let encoder = encoders.get(format);
  if (encoder === undefined) encoders.set(format, (encoder = create()));
  return encoder;
}

function encoderOf(
  scope: RequestScope,
  { frame, statusOf }: Format,
  bytesOf: (object: APIObject) => Buffer,
): EventEncoder {
  const changes = eventBatches(({ type, object }) => frame(type, bytesOf(object)));
  return {
    get shared() {
      return this;
    },
    changes,
    bookmark: (revision, endsInitialEvents) =>
      frame("BOOKMARK", bytesOf(bookmarkObject(scope, revision, endsInitialEvents))),
    error: (status) => frame("ERROR", statusOf(status)),
  };
}

/**
 * Returns an encoder for one watch of Tables, whose first event contains the columns. `later`
 * encodes all later events.
 */
function withColumns(later: EventEncoder, scope: RequestScope, format: Format): EventEncoder {
  let hasColumns = true;
  const first = encoderOf(scope, format, (object) => {
    const bytes = format.bytesOf(object, hasColumns);
    hasColumns = false;
    return bytes;
  });
  return {
    get shared() {
      return hasColumns ? undefined : later;
    },
    changes: (events) => (hasColumns ? first : later).changes(events),
    bookmark: (revision, endsInitialEvents) => (hasColumns ? first : later).bookmark(revision, endsInitialEvents),
    error: (status) => later.error(status),
  };
}

/**
 * Returns the object of a bookmark. Its metadata contain only the resourceVersion and, at the end
 * of the initial events, an annotation.
 */
function bookmarkObject(scope: RequestScope, revision: number, endsInitialEvents: boolean): APIObject {
  const object = scope.scheme.new(scope.kind) as APIObject;
  object.apiVersion = groupVersionString(scope.kind);
  object.metadata = {
    resourceVersion: String(revision),
    ...(endsInitialEvents ? { annotations: { "k8s.io/initial-events-end": "true" } } : {}),
  };
  return object;
}
