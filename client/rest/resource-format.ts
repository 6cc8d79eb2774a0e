import { decodeJSON, groupVersionString, jsonText, type RuntimeObject, type Status } from "@apimachinery/runtime";
import { StatusSchema } from "@apimachinery/runtime/codegen/v1";
import { eventDecoder, type EventDecoder } from "../watch/event-decoder.js";
import { FrameBuffer, LineBuffer } from "../watch/buffers.js";
import type { ObjectFormat } from "./object-format.js";
import type { APIObject, ErrorEvent, ObjectList, ResourceType, WatchEvent } from "./resource-type.js";

/** The body of a response, with its media type. */
export interface ResponseData {
  /** Value of the Content-Type header; empty if the header is absent. */
  readonly contentType: string;
  readonly data: Buffer;
}

/** The encoded body of a request, with its media type. */
export interface RequestBody {
  readonly headers: { readonly "content-type": string };
  readonly body: string | Uint8Array;
}

/**
 * Encodes and decodes the objects of a resource, as JSON or in the binary format of the client. A
 * server may respond in either format.
 */
export class ResourceFormat<T extends APIObject> {
  readonly #type: ResourceType<T>;
  readonly #binary: ObjectFormat | undefined;

  /** @param binary the binary format of the client; undefined to use only JSON */
  constructor(type: ResourceType<T>, binary: ObjectFormat | undefined) {
    this.#type = type;
    this.#binary = binary;
  }

  /** Media types for the Accept header, in order of preference. */
  get accepts(): readonly string[] {
    return this.#binary === undefined ? [json] : [this.#binary.mediaType, json];
  }

  /**
   * Encodes an object. An object whose kind or version differs from the resource's is encoded as
   * JSON.
   */
  body(object: T): RequestBody {
    const { kind: gvk } = this.#type;
    const { apiVersion = groupVersionString(gvk), kind = gvk.kind } = object as Partial<T>;
    if (this.#binary === undefined || apiVersion !== groupVersionString(gvk) || kind !== gvk.kind)
      return { headers: { "content-type": json }, body: this.#type.encode(object) };
    const { mediaType } = this.#binary;
    return { headers: { "content-type": mediaType }, body: this.#binary.encode({ ...object, apiVersion, kind }) };
  }

  object(response: ResponseData): T {
    return (this.#decoded(response) as T | undefined) ?? this.#type.decode(textOf(response));
  }

  list(response: ResponseData): ObjectList<T> {
    return (this.#decoded(response) as ObjectList<T> | undefined) ?? this.#type.decodeList(textOf(response));
  }

  objectOrStatus(response: ResponseData): T | Status {
    const decoded = this.#decoded(response);
    if (decoded !== undefined) return decoded as T | Status;
    const text = textOf(response);
    const { kind } = JSON.parse(text) as { readonly kind?: string };
    return kind === "Status" ? decodeJSON(StatusSchema, text, "ignore").value : this.#type.decode(text);
  }

  /**
   * Returns the decoder for the events of one watch.
   * @param limit maximum size of an event, in bytes
   */
  events(contentType: string, limit: number): EventDecoder<T> {
    const binary = this.#of(contentType);
    if (binary === undefined) return eventDecoder(new LineBuffer(limit), (line) => this.#type.decodeEvent(line));
    return eventDecoder(new FrameBuffer(limit), (frame) => binary.decodeEvent(frame) as WatchEvent<T> | ErrorEvent);
  }

  #decoded({ contentType, data }: ResponseData): RuntimeObject | undefined {
    return this.#of(contentType)?.decode(data);
  }

  #of(contentType: string): ObjectFormat | undefined {
    return hasMediaType(contentType, this.#binary) ? this.#binary : undefined;
  }
}

const json = "application/json";

/**
 * Returns the body of a failed response as a string. A Status in the binary format is converted to
 * JSON; an invalid body in this format to an empty string.
 */
export function statusText({ contentType, data }: ResponseData, format: ObjectFormat | undefined): string {
  if (format === undefined || !hasMediaType(contentType, format)) return data.toString("utf8");
  try {
    return jsonText(format.decode(data));
  } catch {
    // The body is invalid. The caller then creates the error from the HTTP code of the response.
    return "";
  }
}

function hasMediaType(contentType: string, format: ObjectFormat | undefined): boolean {
  return format !== undefined && contentType.split(";", 1)[0]?.trim().toLowerCase() === format.mediaType;
}

function textOf({ data }: ResponseData): string {
  return data.toString("utf8");
}
