import { hostname } from "node:os";
import { microTimeOf, validation } from "@apimachinery/runtime";
import type { Event, EventType } from "./event.js";
import { getReference, type Referable } from "./object-reference.js";
import { randomUUID } from "node:crypto";

/** Maximum sizes of `note` and `reportingInstance` that Kubernetes accepts, in bytes. */
const maxNote = 1024;
const maxInstance = 128;

/**
 * Records events about objects (Go: events.EventRecorder). The methods return immediately and never
 * throw. Their errors are reported to the `onError` function of the broadcaster.
 */
export class EventRecorder {
  readonly #controller: string;
  readonly #instance: string;
  readonly #action: (event: Event) => void;
  readonly #onError: (error: unknown) => void;

  /**
   * @param controller name of the program, such as `example.com/bakery-controller`
   * @param action receives the events
   */
  constructor(controller: string, action: (event: Event) => void, onError: (error: unknown) => void) {
    this.#controller = controller;
    this.#instance = shortText(`${controller}-${hostname()}`, maxInstance);
    this.#action = action;
    this.#onError = onError;
  }

  /**
   * Records an event.
   * @param regarding object that the event is about; its namespace is the namespace of the event
   * @param related second object, for example an object that was created
   * @param reason reason in one word, such as `Baked`
   * @param action what the controller did, in one word, such as `Bake`
   * @param note sentence for users; at most 1,024 bytes of it are stored
   */
  eventf(
    regarding: Referable,
    related: Referable | undefined,
    type: EventType,
    reason: string,
    action: string,
    note: string,
  ): void {
    this.annotatedEventf(regarding, related, undefined, type, reason, action, note);
  }

  /** Records an event with annotations. */
  annotatedEventf(
    regarding: Referable,
    related: Referable | undefined,
    annotations: Readonly<Record<string, string>> | undefined,
    type: EventType,
    reason: string,
    action: string,
    note: string,
  ): void {
    try {
      // Callers in JavaScript can pass any string.
      if (!["Normal", "Warning"].includes(type))
        throw new Error(`unsupported event type ${JSON.stringify(type)}: it must be "Normal" or "Warning"`);
      const reference = getReference(regarding);
      this.#action({
        apiVersion: "events.k8s.io/v1",
        kind: "Event",
        metadata: {
          name: eventName(reference.name ?? ""),
          namespace: (reference.namespace ?? "") || "default",
          ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
        },
        eventTime: microTimeOf(),
        reportingController: this.#controller,
        reportingInstance: this.#instance,
        action,
        reason,
        regarding: reference,
        ...this.#related(related),
        note: shortText(note, maxNote),
        type,
      });
    } catch (error) {
      this.#onError(error);
    }
  }
  /**
   * Returns the reference to the related object. If the object is invalid, the event is recorded
   * without it.
   */
  #related(object: Referable | undefined): Pick<Event, "related"> {
    if (object === undefined) return {};
    try {
      return { related: getReference(object) };
    } catch (error) {
      this.#onError(error);
      return {};
    }
  }
}

/** Shortens a string to at most `maxBytes` bytes of UTF-8. A shortened string ends with `...`. */
function shortText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes - 3;
  // Bytes of the form 10xxxxxx are not the first byte of a character. The string must not be cut
  // before such a byte.
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return `${bytes.toString("utf8", 0, end)}...`;
}

let last = 0n;

/**
 * Returns a name for a new event: the name of the object and the time in nanoseconds (Go:
 * util.GenerateEventName). If this is not a valid name, returns a random name.
 */
function eventName(objectName: string): string {
  const now = BigInt(Date.now()) * 1_000_000n;
  // The time is increased if necessary, so that events of the same millisecond have different
  // names.
  last = now > last ? now : last + 1n;
  const name = `${objectName}.${last.toString(16)}`;
  return validation.isDNS1123Subdomain(name).length === 0 ? name : randomUUID();
}
