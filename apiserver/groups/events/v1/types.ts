import type { ListMeta, MicroTime, ObjectMeta, Time, TypeMeta, int32 } from "@apimachinery/runtime";
import type { EventSource, ObjectReference } from "../../core/v1/types.js";

/**
 * Event is a report of an event somewhere in the cluster. It generally denotes some state change in
 * the system. Events have a limited retention time and triggers and messages may evolve with time.
 * Event consumers should not rely on the timing of an event with a given Reason reflecting a
 * consistent underlying trigger, or the continued existence of events with that Reason. Events
 * should be treated as informative, best-effort, supplemental data.
 *
 * +kubebuilder:resource:shortName=ev
 */
export interface Event extends TypeMeta<"events.k8s.io/v1", "Event"> {
  /** metadata is the standard object's metadata. */
  metadata: ObjectMeta;
  /** eventTime is the time when this Event was first observed. It is required. */
  eventTime: MicroTime;
  /**
   * series is data about the Event series this event represents or nil if it's a singleton Event.
   */
  series?: EventSeries;
  /**
   * reportingController is the name of the controller that emitted this Event, e.g.
   * `kubernetes.io/kubelet`. This field cannot be empty for new Events.
   *
   * +omitzero
   */
  reportingController?: string;
  /**
   * reportingInstance is the ID of the controller instance, e.g. `kubelet-xyzf`. This field cannot
   * be empty for new Events and it can have at most 128 characters.
   *
   * +omitzero
   */
  reportingInstance?: string;
  /**
   * action is what action was taken/failed regarding to the regarding object. It is
   * machine-readable. This field cannot be empty for new Events and it can have at most 128
   * characters.
   *
   * +omitzero
   */
  action?: string;
  /**
   * reason is why the action was taken. It is human-readable. This field cannot be empty for new
   * Events and it can have at most 128 characters.
   *
   * +omitzero
   */
  reason?: string;
  /**
   * regarding contains the object this Event is about. In most cases it's an Object reporting
   * controller implements, e.g. ReplicaSetController implements ReplicaSets and this event is
   * emitted because it acts on some changes in a ReplicaSet object.
   *
   * +optional
   */
  regarding: ObjectReference;
  /**
   * related is the optional secondary object for more complex actions. E.g. when regarding object
   * triggers a creation or deletion of related object.
   */
  related?: ObjectReference;
  /**
   * note is a human-readable description of the status of this operation. Maximal length of the
   * note is 1kB, but libraries should be prepared to handle values up to 64kB.
   *
   * +omitzero
   */
  note?: string;
  /**
   * type is the type of this event (Normal, Warning), new types could be added in the future. It is
   * machine-readable. This field cannot be empty for new Events.
   *
   * +omitzero
   */
  type?: string;
  /**
   * deprecatedSource is the deprecated field assuring backward compatibility with core.v1 Event
   * type.
   *
   * +optional
   */
  deprecatedSource: EventSource;
  /**
   * deprecatedFirstTimestamp is the deprecated field assuring backward compatibility with core.v1
   * Event type.
   *
   * +omitzero
   */
  deprecatedFirstTimestamp?: Time;
  /**
   * deprecatedLastTimestamp is the deprecated field assuring backward compatibility with core.v1
   * Event type.
   *
   * +omitzero
   */
  deprecatedLastTimestamp?: Time;
  /**
   * deprecatedCount is the deprecated field assuring backward compatibility with core.v1 Event
   * type.
   *
   * +omitzero
   */
  deprecatedCount?: int32;
}

/**
 * EventSeries contain information on series of events, i.e. thing that was/is happening
 * continuously for some time. How often to update the EventSeries is up to the event reporters.
 */
export interface EventSeries {
  /** count is the number of occurrences in this series up to the last heartbeat time. */
  count: int32;
  /**
   * lastObservedTime is the time when last Event from the series was seen before last heartbeat.
   */
  lastObservedTime: MicroTime;
}

/** EventList is a list of Event objects. */
export interface EventList extends TypeMeta<"events.k8s.io/v1", "EventList"> {
  /** metadata is the standard list metadata. */
  metadata: ListMeta;
  /** items is a list of schema objects. */
  items: Event[];
}
