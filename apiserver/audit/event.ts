import { jsonText, type Status } from "@apimachinery/runtime";
import type { User } from "../request/api-request.js";
import type { PolicyLevel, AuditStage } from "./policy/policy.js";

/** Reference to the object of a request. Empty properties are omitted from the JSON. */
export interface AuditObjectReference {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly apiGroup: string;
  readonly apiVersion: string;
  readonly resourceVersion: string;
  readonly subresource: string;
}

/** An audit event (audit.k8s.io/v1 Event). Events are never changed. */
export interface AuditEvent {
  readonly level: PolicyLevel;
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: User;
  readonly impersonatedUser: User | undefined;
  /**
   * Verb of constrained impersonation that allowed the impersonation; empty if no such verb was
   * used.
   */
  readonly impersonationConstraint: string;
  readonly sourceIPs: readonly string[];
  readonly userAgent: string;
  readonly objectRef: AuditObjectReference | undefined;
  readonly responseStatus: Partial<Status> | undefined;
  /** Object of the request, as compact JSON; undefined if the event does not contain it. */
  readonly requestObject: string | undefined;
  /** Object of the response, as compact JSON; undefined if the event does not contain it. */
  readonly responseObject: string | undefined;
  /** Time at which the server received the request, as a MicroTime string. */
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const kindAndVersion = { kind: "Event", apiVersion: "audit.k8s.io/v1" };

/**
 * Returns an event as compact JSON, with the fields in the order of Go.
 * @param typeMeta kind and apiVersion; empty for the items of an EventList
 */
export function eventJSON(event: AuditEvent, typeMeta: object = kindAndVersion): string {
  const { annotations, requestObject, responseObject } = event;
  const head = jsonText({
    ...typeMeta,
    level: event.level,
    auditID: event.auditID,
    stage: event.stage,
    requestURI: event.requestURI,
    verb: event.verb,
    user: userJSON(event.user),
    ...(event.impersonatedUser === undefined ? {} : { impersonatedUser: userJSON(event.impersonatedUser) }),
    ...(event.impersonationConstraint === ""
      ? {}
      : { authenticationMetadata: { impersonationConstraint: event.impersonationConstraint } }),
    ...(event.sourceIPs.length === 0 ? {} : { sourceIPs: event.sourceIPs }),
    ...(event.userAgent === "" ? {} : { userAgent: event.userAgent }),
    ...(event.objectRef === undefined ? {} : { objectRef: withoutEmpty(event.objectRef) }),
    ...(event.responseStatus === undefined ? {} : { responseStatus: statusJSON(event.responseStatus) }),
  });
  const tail = jsonText({
    requestReceivedTimestamp: event.requestReceivedTimestamp,
    stageTimestamp: event.stageTimestamp,
    ...(Object.keys(annotations).length === 0 ? {} : { annotations: sorted(annotations) }),
  });
  return [
    head.slice(0, -1),
    ...(requestObject === undefined ? [] : [`"requestObject":${requestObject}`]),
    ...(responseObject === undefined ? [] : [`"responseObject":${responseObject}`]),
    tail.slice(1),
  ].join(",");
}

/** Returns events as an EventList, for webhooks. */
export function eventListJSON(events: readonly AuditEvent[]): string {
  const items = events.map((event) => eventJSON(event, {})).join(",");
  return `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[${items}]}`;
}

function userJSON({ name, uid = "", groups, extra }: User): object {
  return {
    ...(name === "" ? {} : { username: name }),
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra: sorted(extra) }),
  };
}

function statusJSON({ status, message, reason, details, code }: Partial<Status>): object {
  return {
    metadata: {},
    ...withoutEmpty({ status, message, reason }),
    ...(details === undefined ? {} : { details }),
    ...(code === undefined || code === 0 ? {} : { code }),
  };
}

function withoutEmpty(texts: object): object {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "" && text !== undefined));
}

function sorted<T>(map: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}
