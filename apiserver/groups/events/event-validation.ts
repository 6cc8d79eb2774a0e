import { field, validation, type ErrorList, type FieldError, type Time } from "@apimachinery/runtime";
import { validateMetadata } from "../../registry/validate-metadata.js";
import { unqualifiedFinalizers } from "../finalizer-names.js";
import { nameIsDNSSubdomain } from "../names.js";
import { immutableErrors } from "../immutable.js";
import type { EventSource, ObjectReference } from "../core/v1/types.js";
import type { Event, EventSeries } from "./v1/types.js";

/**
 * Returns the errors of a new Event (Go: ValidateEventCreate). The paths are those of Kubernetes,
 * which validates Events with the field names of its core group.
 */
export function validateNewEvent(event: Event): ErrorList {
  const { type = "", deprecatedSource } = event;
  const unset = (name: string, isSet: boolean) =>
    isSet ? [field.invalid(field.newPath(name), "", "needs to be unset")] : [];
  return [
    ...validateAnyEvent(event),
    ...validateMetadata(event.metadata, true, nameIsDNSSubdomain),
    ...unqualifiedFinalizers(event.metadata),
    ...validateSeries(event.series),
    ...(isZeroTime(event.eventTime) ? [field.required(field.newPath("eventTime"), "")] : []),
    ...(type === "Normal" || type === "Warning"
      ? []
      : [field.invalid(field.newPath("type"), "", `has invalid value: ${type}`)]),
    ...unset("firstTimestamp", !isZeroTime(event.deprecatedFirstTimestamp)),
    ...unset("lastTimestamp", !isZeroTime(event.deprecatedLastTimestamp)),
    ...unset("count", (event.deprecatedCount ?? 0) !== 0),
    ...unset("source", (deprecatedSource.component ?? "") !== "" || (deprecatedSource.host ?? "") !== ""),
  ];
}

/**
 * Returns the errors of a changed Event (Go: ValidateEventUpdate). Apart from the metadata, only
 * the series can be changed.
 */
export function validateChangedEvent(event: Event, old: Readonly<Event>): ErrorList {
  const isSeriesChanged = JSON.stringify(event.series) !== JSON.stringify(old.series);
  return [
    ...validateAnyEvent(event),
    ...unqualifiedFinalizers(event.metadata),
    ...(isSeriesChanged ? validateSeries(event.series) : []),
    ...immutableErrors("involvedObject", shownReference(event.regarding), shownReference(old.regarding)),
    ...immutableErrors("reason", event.reason ?? "", old.reason ?? ""),
    ...immutableErrors("message", event.note ?? "", old.note ?? ""),
    ...immutableErrors("source", shownSource(event.deprecatedSource), shownSource(old.deprecatedSource)),
    ...immutableErrors(
      "firstTimestamp",
      shownTime(event.deprecatedFirstTimestamp),
      shownTime(old.deprecatedFirstTimestamp),
    ),
    ...immutableErrors(
      "lastTimestamp",
      shownTime(event.deprecatedLastTimestamp),
      shownTime(old.deprecatedLastTimestamp),
    ),
    ...immutableErrors("count", event.deprecatedCount ?? 0, old.deprecatedCount ?? 0),
    ...immutableErrors("type", event.type ?? "", old.type ?? ""),
    ...immutableErrors("eventTime", shownTime(event.eventTime), shownTime(old.eventTime)),
    ...immutableErrors("action", event.action ?? "", old.action ?? ""),
    ...immutableErrors(
      "related",
      event.related === undefined ? null : shownReference(event.related),
      old.related === undefined ? null : shownReference(old.related),
    ),
    ...immutableErrors("reportingController", event.reportingController ?? "", old.reportingController ?? ""),
    ...immutableErrors("reportingInstance", event.reportingInstance ?? "", old.reportingInstance ?? ""),
  ];
}

/** Reports whether a time is absent, or the zero time of Go. */
export function isZeroTime(time: string | null | undefined): boolean {
  return (time ?? "") === "" || (time ?? "").startsWith("0001-01-01T00:00:00");
}

/**
 * Returns the errors that a new or changed Event of core/v1 or of events.k8s.io/v1 can have (Go:
 * legacyValidateEvent).
 * @param controllerField name of the field with the controller
 */
export function validateAnyEvent(
  event: Event,
  controllerField: "reportingController" | "reportingComponent" = "reportingController",
): ErrorList {
  const namespace = event.metadata.namespace ?? "";
  const about = event.regarding.namespace ?? "";
  const mismatch = [
    field.invalid(field.newPath("involvedObject").child("namespace"), about, "does not match event.namespace"),
  ];
  if (isZeroTime(event.eventTime)) {
    const matches = about === "" ? ["", "default"].includes(namespace) : namespace === about;
    return matches ? [] : mismatch;
  }
  const controller = event.reportingController ?? "";
  const path = field.newPath(controllerField);
  return [
    ...(about === "" && !["default", "kube-system"].includes(namespace) ? mismatch : []),
    ...(controller === "" ? [field.required(path, "")] : []),
    ...validation.isLabelKey(controller).map((why) => field.invalid(path, controller, why)),
    ...requiredText("reportingInstance", event.reportingInstance, 128),
    ...requiredText("action", event.action, 128),
    ...requiredText("reason", event.reason, 128),
    ...limitedText("message", event.note ?? "", 1024),
  ];
}

function requiredText(name: string, text = "", limit: number): FieldError[] {
  return text === "" ? [field.required(field.newPath(name), "")] : limitedText(name, text, limit);
}

/**
 * Returns an error for a string that is longer than `limit` bytes. As in Kubernetes, the message
 * calls the bytes characters.
 */
function limitedText(name: string, text: string, limit: number): FieldError[] {
  if (Buffer.byteLength(text) <= limit) return [];
  return [field.invalid(field.newPath(name), "", `can have at most ${limit} characters`)];
}

function validateSeries(series: EventSeries | undefined): ErrorList {
  if (series === undefined) return [];
  return [
    ...(series.count < 2 ? [field.invalid(field.newPath("series.count"), "", "should be at least 2")] : []),
    ...(isZeroTime(series.lastObservedTime) ? [field.required(field.newPath("series.lastObservedTime"), "")] : []),
  ];
}

/** Returns a reference with the names of Go's internal type, as Kubernetes' errors show it. */
function shownReference(reference: ObjectReference): object {
  const { kind = "", namespace = "", name = "", uid = "", apiVersion = "", resourceVersion = "" } = reference;
  return {
    Kind: kind,
    Namespace: namespace,
    Name: name,
    UID: uid,
    APIVersion: apiVersion,
    ResourceVersion: resourceVersion,
    FieldPath: reference.fieldPath ?? "",
  };
}

function shownTime(time: Time): Time | null {
  return isZeroTime(time) ? null : time;
}

function shownSource({ component = "", host = "" }: EventSource): object {
  return { Component: component, Host: host };
}
