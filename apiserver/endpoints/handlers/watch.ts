import { fields } from "@apimachinery/runtime";
import { hasReason, newBadRequest, statusOf } from "../../errors/index.js";
import type { APIRequest } from "../../request/api-request.js";
import type { Response, Sink, StreamBody } from "../../http/types.js";
import { metricScope } from "../../request/request-info.js";
import { cborSequence, protobufType } from "../../negotiation/media-types.js";
import { parseRevision } from "../../registry/read-options.js";
import type { Selection } from "../../registry/selection.js";
import type { KeyValue } from "../../storage/index.js";
import { listOptions, type ListRequestOptions } from "../list-options.js";
import type { ResourceWatchMetrics } from "../../metrics/watch-metrics.js";
import { negotiateResource, shownScope } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { eventEncoder } from "../watch/event-encoder.js";
import { WatchStream, type WatchStreamConfig } from "../watch/watch-stream.js";
import type { ObjectEvent } from "../../registry/watched-collection.js";

/**
 * Handles a watch: streams the changes of a collection, starting after the revision in the options,
 * until the client disconnects or the timeout expires.
 */
export async function watchObjects(given: RequestScope, request: APIRequest): Promise<Response> {
  // As in Go, a client must accept a list, too.
  negotiateResource(given, request);
  const options = listOptions(request.query, given.scheme, given.kind);
  const negotiated = negotiateResource(given, request, true);
  const scope = shownScope(given, negotiated);
  const selection = narrowed(options.selection, request);
  const encode = eventEncoder(scope, request, negotiated);
  const streamResponse = (body: StreamBody): Response => ({
    status: 200,
    headers: { "content-type": streamTypes[negotiated.mediaType] },
    body,
  });
  let start: Start;
  try {
    start = await startOf(scope, request, options, selection);
  } catch (error) {
    // As in Go, the error for a revision that the store has not reached is sent as an event of the
    // stream, not as the response.
    if (hasReason(error, "Timeout"))
      return streamResponse((sink) => {
        writeLast(sink, encode.error(statusOf(error)));
      });
    throw error;
  }
  const seconds =
    options.timeoutSeconds > 0 ? options.timeoutSeconds : (scope.watch.minRequestTimeout / 1000) * (1 + Math.random());
  // The watch of the store is opened only when the response is sent, so that a failed request
  // leaves no open watch. It starts after the revision `start.after`, so it also reports the
  // changes that were made before it was opened.
  return streamResponse((sink) => {
    const endsInitialEvents = start.endsInitialEvents && options.allowWatchBookmarks;
    const { metrics } = scope.watch;
    WatchStream.start(
      {
        after: start.after,
        initial: initialEvents(scope, start.initial),
        ...watchedObjects(scope, request.info.namespace, selection),
        endsInitialEvents,
        sendsBookmarks: options.allowWatchBookmarks,
        encode,
        seconds,
        metrics,
        onListed: listedIn(metrics, request),
      },
      sink,
    );
  });
}

/**
 * Returns a function that records the time until the initial objects were written. The function
 * does not refer to the request, because the watch keeps the function in memory until its end.
 */
function listedIn(metrics: ResourceWatchMetrics, { info, received }: APIRequest): () => void {
  const scope = metricScope(info);
  return () => {
    metrics.listed(scope, (performance.now() - received) / 1000);
  };
}

/**
 * Returns functions that do not refer to the request, because a group of watches keeps them in
 * memory for longer than the request.
 */
function watchedObjects(
  { store }: RequestScope,
  namespace: string,
  selection: Selection,
): Pick<WatchStreamConfig, "open" | "objects"> {
  return {
    open: (listeners, after) => store.watch(namespace, selection, after, listeners),
    objects: JSON.stringify([namespace, selection]),
  };
}

/**
 * Media types of watch responses, by the negotiated media type. YAML cannot be a stream, so JSON is
 * sent.
 */
const streamTypes = {
  "application/json": "application/json",
  "application/yaml": "application/json",
  "application/cbor": cborSequence,
  [protobufType]: `${protobufType};stream=watch`,
};

function writeLast(sink: Sink, frame: Buffer): void {
  sink.write(frame);
  sink.end();
}

interface Start {
  /** Existing objects, which are sent as ADDED events before the changes. */
  readonly initial: readonly KeyValue[];
  /** Revision after which changes are sent. */
  readonly after: number;
  /** True if initial objects are sent. A bookmark ends them if the client allows bookmarks. */
  readonly endsInitialEvents: boolean;
}

async function startOf(
  scope: RequestScope,
  request: APIRequest,
  options: ListRequestOptions,
  selection: Selection,
): Promise<Start> {
  const { resourceVersion, sendInitialEvents } = options;
  const revision = resourceVersion === "" ? 0 : parseRevision(resourceVersion);
  const wantsInitial = sendInitialEvents ?? revision === 0;
  if (!wantsInitial) {
    const after = revision === 0 ? await scope.store.currentRevision() : revision;
    return { initial: [], after, endsInitialEvents: false };
  }
  const list = await scope.store.listItems(request.info.namespace, {
    ...options,
    selection,
    limit: 0,
    continue: "",
    resourceVersionMatch: "",
  });
  return { initial: list.items, after: Number(list.resourceVersion), endsInitialEvents: true };
}

/**
 * Returns the selection of a request. For an old watch path with a name (`/watch/pizzas/<name>`),
 * the name is added to the field selector.
 * @throws StatusError 400 if there is a field selector, and it does not require that name
 */
function narrowed(selection: Selection, { info }: APIRequest): Selection {
  if (!info.isWatchPath || info.name === "") return selection;
  if (selection.fields.length > 0 && fields.requiresExactMatch(selection.fields, "metadata.name") !== info.name)
    throw newBadRequest("fieldSelector metadata.name doesn't match requested name");
  return selection.fields.length > 0
    ? selection
    : { ...selection, fields: [{ field: "metadata.name", operator: "=", value: info.name }] };
}

/**
 * Minimum number of bytes of stored objects in a part of the initial events, except for the last
 * part.
 */
const partBytes = 128 * 1024;

/**
 * Yields the ADDED events for existing objects with which a watch begins, in parts. The objects of
 * a part are decoded when the part is requested. A watch with a slow client therefore keeps only
 * one part in memory.
 */
function* initialEvents(
  { store }: Pick<RequestScope, "store">,
  items: readonly KeyValue[],
): Generator<readonly ObjectEvent[], void> {
  let part: ObjectEvent[] = [];
  let bytes = 0;
  for (const item of items) {
    part.push({ type: "ADDED", object: store.objectOf(item) });
    bytes += item.value.length;
    if (bytes < partBytes) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield part;
}
