import type { ListMeta, MicroTime, ObjectMeta, Time, TypeMeta, int32 } from "@apimachinery/runtime";
import type { EventSource, ObjectReference } from "../../core/v1/types.js";

/**
 * A report that something happened to an object. Reports help readers to find causes, and
 * controllers should not depend on them: they can be lost, are deleted after some time, and the
 * same reason can have another cause in the next version of a program.
 *
 * +kubebuilder:resource:shortName=ev
 */
export interface Event extends TypeMeta<"events.k8s.io/v1", "Event"> {
  /** Name, namespace and other metadata of the Event. */
  metadata: ObjectMeta;
  /** Time of the first occurrence. Required. */
  eventTime: MicroTime;
  /** Later occurrences. Absent if the Event has occurred only once. */
  series?: EventSeries;
  /**
   * Name of the controller that sends the Event, such as `example.com/oven-controller`. Required
   * for new Events.
   *
   * +omitzero
   */
  reportingController?: string;
  /**
   * Identifier of the controller's process, such as the name of its pod. Required for new Events,
   * with at most 128 characters.
   *
   * +omitzero
   */
  reportingInstance?: string;
  /**
   * What the controller did or attempted, as one word for programs. Required for new Events, with
   * at most 128 characters.
   *
   * +omitzero
   */
  action?: string;
  /**
   * Cause of the action, as one word that readers understand. Required for new Events, with at most
   * 128 characters.
   *
   * +omitzero
   */
  reason?: string;
  /**
   * Object that the Event is about. Controllers usually name the object that they process, even if
   * the action has changed another object.
   *
   * +optional
   */
  regarding: ObjectReference;
  /**
   * Second object that is involved in the action, such as an object that was created or deleted for
   * the first one.
   */
  related?: ObjectReference;
  /**
   * What happened, in a sentence for readers. At most 1 kB in new Events; older ones may have up to
   * 64 kB.
   *
   * +omitzero
   */
  note?: string;
  /**
   * Normal, or Warning for a fact that may need attention. Programs should expect other types in
   * later versions. Required for new Events.
   *
   * +omitzero
   */
  type?: string;
  /**
   * Sender in the older API core/v1. New Events have reportingController.
   *
   * +optional
   */
  deprecatedSource: EventSource;
  /**
   * Time of the first occurrence in the older API core/v1. New Events have eventTime.
   *
   * +optional
   */
  deprecatedFirstTimestamp: Time;
  /**
   * Time of the last occurrence in the older API core/v1. New Events have series.
   *
   * +optional
   */
  deprecatedLastTimestamp: Time;
  /**
   * Number of occurrences in the older API core/v1. New Events have series.
   *
   * +omitzero
   */
  deprecatedCount?: int32;
}

/** Repeated occurrences of an Event. The controller decides how often it updates them. */
export interface EventSeries {
  /** Number of occurrences that the controller has reported. */
  count: int32;
  /** Time of the last occurrence that the controller has reported. */
  lastObservedTime: MicroTime;
}

/** A list of Events. */
export interface EventList extends TypeMeta<"events.k8s.io/v1", "EventList"> {
  /** Version of the list, and the token for its next part. */
  metadata: ListMeta;
  /** The Events. */
  items: Event[];
}
