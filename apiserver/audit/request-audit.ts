import { formatDuration, jsonText, type Scheme, type Status } from "@apimachinery/runtime";
import type { Response } from "../http/types.js";
import type { APIRequest } from "../request/api-request.js";
import type { AuditRecord, AuditedMetadata } from "../request/audit-record.js";
import { currentLatencies } from "../tracing/latencies.js";
import type { AuditConfig } from "./audit-config.js";
import type { AuditEvent, AuditObjectReference } from "./event.js";
import type { AuditDecision } from "./policy/evaluate.js";
import { atLeast, type AuditStage } from "./policy/policy.js";
import { compactJSON, withoutManagedFields } from "./raw-json.js";
import { sourceIPs } from "./source-ips.js";
import { cborToJSON } from "@apimachinery/runtime/cbor";
import { protobufType } from "../negotiation/media-types.js";
import { jsonOfProtobuf } from "../negotiation/protobuf-document.js";
import { readYAMLBody } from "../yaml/body.js";

/** Maximum number of characters of a user agent in an event. */
const userAgentCharacters = 1024;

/** Minimum duration of a request whose events contain latencies, in milliseconds. */
const slow = 500;

/** The audit events of one request (Go: AuditContext). */
export class RequestAudit implements AuditRecord {
  readonly #config: AuditConfig;
  readonly #decision: AuditDecision;
  readonly #request: APIRequest;
  /** User that has sent the request. An impersonation later changes the user of the request. */
  readonly #user: APIRequest["user"];
  readonly #clock = microClock();
  readonly #latencies = currentLatencies();
  readonly #objectRef: { -readonly [Name in keyof AuditObjectReference]: string } | undefined;
  #responseStatus: Partial<Status> | undefined;
  #requestObject: string | undefined;
  #response: { readonly response: Response; readonly scheme: Scheme | undefined } | undefined;
  #responseObject: string | undefined;

  constructor(config: AuditConfig, decision: AuditDecision, request: APIRequest) {
    this.#config = config;
    this.#decision = decision;
    this.#request = request;
    this.#user = request.user;
    const { isResourceRequest, resource, namespace, name, group, version, subresource } = request.info;
    if (isResourceRequest)
      this.#objectRef = {
        resource,
        namespace,
        name,
        uid: "",
        apiGroup: group,
        apiVersion: version,
        resourceVersion: "",
        subresource,
      };
  }

  sentObject(
    { namespace = "", name = "", uid = "", resourceVersion = "" }: AuditedMetadata,
    encode: () => string,
  ): void {
    const ref = this.#objectRef;
    if (ref !== undefined) {
      ref.namespace ||= namespace;
      ref.name ||= name;
      ref.uid ||= uid;
      ref.resourceVersion ||= resourceVersion;
    }
    if (!atLeast(this.#decision.level, "Request")) return;
    try {
      this.#requestObject = this.#shown(encode());
    } catch (error) {
      this.#config.log(`Encoding failed of request object, auditID ${this.#request.auditID}`, error);
    }
  }

  sentPatch(encode: () => string): void {
    if (atLeast(this.#decision.level, "Request")) this.#requestObject = compactJSON(encode());
  }

  respondedStatus(status: Status): void {
    this.#responseStatus = status;
  }

  /** Records the Status of an error. The Status is also the response object of the audit event. */
  respondedError(status: Status): void {
    this.#responseStatus = status;
    if (atLeast(this.#decision.level, "RequestResponse")) this.#responseObject = jsonText(status);
  }

  respondedObject(response: Response, scheme?: Scheme): void {
    if (atLeast(this.#decision.level, "RequestResponse")) this.#response = { response, scheme };
  }

  /** Sets the status code of the response. */
  responded(code: number): void {
    this.#responseStatus = { ...this.#responseStatus, code };
  }

  /** Records that the request has failed with an unexpected error, as the Status of a 500. */
  panicked(error: unknown): void {
    const message = `APIServer panic'd: ${error instanceof Error ? error.message : String(error)}`;
    this.#responseStatus = { status: "Failure", message, reason: "InternalError", code: 500 };
  }

  /**
   * Creates the event of a stage, and gives it to the backend. Returns false if the backend has
   * lost it.
   */
  async process(stage: AuditStage): Promise<boolean> {
    if (this.#decision.omitStages.has(stage)) return true;
    await this.#readResponse();
    if (stage === "ResponseComplete") this.#annotateLatencies();
    this.#config.metrics.event();
    return this.#config.backend.process([this.#event(stage)]);
  }

  #event(stage: AuditStage): AuditEvent {
    const { auditID, uri, info, user, impersonatedFrom, received } = this.#request;
    const requestReceivedTimestamp = this.#clock(received);
    return {
      level: this.#decision.level,
      auditID,
      stage,
      requestURI: uri,
      verb: info.verb,
      user: this.#user,
      impersonatedUser: impersonatedFrom === undefined ? undefined : user,
      impersonationConstraint: impersonatedFrom?.constraint ?? "",
      sourceIPs: sourceIPs(this.#request),
      userAgent: userAgentOf(this.#request),
      objectRef: this.#objectRef === undefined ? undefined : { ...this.#objectRef },
      responseStatus: this.#responseStatus,
      requestObject: this.#requestObject,
      responseObject: this.#responseObject,
      requestReceivedTimestamp,
      stageTimestamp: stage === "RequestReceived" ? requestReceivedTimestamp : this.#clock(performance.now()),
      annotations: this.#annotations(),
    };
  }

  /** Adds the latencies of a slow request to the annotations (Go: writeLatencyToAnnotation). */
  #annotateLatencies(): void {
    const { annotations, received } = this.#request;
    const total = performance.now() - received;
    if (total <= slow || this.#latencies === undefined || this.#latencies.size === 0) return;
    for (const [layer, time] of [...this.#latencies, ["total", total] as const])
      annotations.add(`apiserver.latency.k8s.io/${layer}`, formatDuration(BigInt(Math.round(time * 1_000_000))));
  }

  #annotations(): Readonly<Record<string, string>> {
    const entries = [...this.#request.annotations.entries].filter(([, { level }]) =>
      atLeast(this.#decision.level, level),
    );
    return Object.fromEntries(entries.map(([key, { value }]) => [key, value]));
  }

  async #readResponse(): Promise<void> {
    if (this.#response === undefined) return;
    const { response, scheme } = this.#response;
    this.#response = undefined;
    try {
      const json = await responseJSON(response, this.#user.name, scheme);
      if (json !== undefined) this.#responseObject = this.#shown(json);
    } catch (error) {
      this.#config.log(`Encoding failed of response object, auditID ${this.#request.auditID}`, error);
    }
  }

  #shown(json: string): string {
    return compactJSON(this.#decision.omitManagedFields ? withoutManagedFields(json) : json);
  }
}

function userAgentOf({ header }: APIRequest): string {
  const text = header("user-agent") ?? "";
  return text.length > userAgentCharacters ? `${text.slice(0, userAgentCharacters)}...TRUNCATED` : text;
}

/**
 * Returns the function that converts times of `performance.now` to MicroTimes. The wall clock is
 * read only once, when the function is created, so that the times of one request never go
 * backwards.
 */
function microClock(): (milliseconds: number) => string {
  const offset = Date.now() - performance.now();
  return (milliseconds) => {
    const micros = Math.round((offset + milliseconds) * 1000);
    const seconds = new Date(Math.floor(micros / 1000)).toISOString();
    return `${seconds.slice(0, -1)}${String(micros % 1000).padStart(3, "0")}Z`;
  };
}

/**
 * Returns the body of a response in JSON, YAML, CBOR or protobuf as JSON; undefined for other media
 * types and for streams.
 * @param user name of the user that sent the request
 * @param scheme the scheme of the object; absent for kinds of meta/v1
 */
async function responseJSON({ headers, body }: Response, user: string, scheme?: Scheme): Promise<string | undefined> {
  if (typeof body === "function") return undefined;
  const mediaType = String(headers["content-type"] ?? "");
  if (mediaType.startsWith("application/json")) return body.toString("utf8");
  if (mediaType === "application/cbor") return cborToJSON(Buffer.from(body));
  if (mediaType === protobufType) return jsonOfProtobuf(Buffer.from(body), scheme);
  if (mediaType.startsWith("application/yaml")) return (await readYAMLBody(body.toString("utf8"), user)).json;
  return undefined;
}
