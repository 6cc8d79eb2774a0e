import { StatusError } from "../errors/status-error.js";
import type { APIObject, ErrorEvent, WatchEvent } from "../rest/resource-type.js";

/** Splits a stream into pieces, one for each event: lines, or frames with a length prefix. */
export interface PieceBuffer<Piece> {
  /**
   * Adds a chunk of the stream.
   * @returns the pieces that this chunk completes
   * @throws ResponseTooLargeError for a piece that is longer than the limit
   */
  push(chunk: Uint8Array): readonly Piece[];
  /** True if the last chunk has ended within a piece. */
  readonly hasRest: boolean;
}

/** Events that have arrived together, and the failure that ended the watch after them, if any. */
export interface DecodedEvents<T extends APIObject> {
  readonly events: readonly WatchEvent<T>[];
  readonly failure?: Error;
}

/** Decodes the stream of one watch. */
export interface EventDecoder<T extends APIObject> {
  /**
   * Adds a chunk of the stream, and returns the events that this chunk completes. Stops at an
   * invalid event or an ERROR event.
   * @throws ResponseTooLargeError for an event that is longer than the limit
   */
  push(chunk: Uint8Array): DecodedEvents<T>;
  /** True if the last chunk has ended within an event. */
  readonly hasRest: boolean;
}

/**
 * Returns a decoder for the events of a watch.
 * @param decode decodes one piece
 */
export function eventDecoder<T extends APIObject, Piece>(
  buffer: PieceBuffer<Piece>,
  decode: (piece: Piece) => WatchEvent<T> | ErrorEvent,
): EventDecoder<T> {
  return {
    push: (chunk) => decodeAll(buffer.push(chunk), decode),
    get hasRest() {
      return buffer.hasRest;
    },
  };
}

function decodeAll<T extends APIObject, Piece>(
  pieces: readonly Piece[],
  decode: (piece: Piece) => WatchEvent<T> | ErrorEvent,
): DecodedEvents<T> {
  const events: WatchEvent<T>[] = [];
  for (const piece of pieces) {
    let event;
    try {
      event = decode(piece);
    } catch (error) {
      return {
        events,
        failure: new Error(
          `unable to decode an event from the watch stream: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        ),
      };
    }
    if (event.type === "ERROR") return { events, failure: new StatusError(event.object) };
    events.push(event);
  }
  return { events };
}
