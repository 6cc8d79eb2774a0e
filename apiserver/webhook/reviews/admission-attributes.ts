import type { JSONObject } from "@apimachinery/runtime";
import type { Attributes, Operation, OperationOptions } from "../../admission/plugin.js";
import { ReinvocationContext } from "../../admission/reinvocation-context.js";
import type { APIObject } from "../../request/api-object.js";
import type { RequestContext } from "../../request/request-context.js";
import type { HandledKinds } from "../handled-kinds.js";
import { objectIn, type AdmissionRequest } from "./admission-request.js";

/** The warnings and annotations that a webhook adds to its response. */
export class ReviewNotes {
  readonly warnings: string[] = [];
  readonly annotations: Record<string, string> = {};

  readonly warn = (text: string): void => {
    if (!this.warnings.includes(text)) this.warnings.push(text);
  };

  /**
   * Adds an annotation to the audit event. Slashes in the key are replaced by dots, because the API
   * server adds the name of the webhook and a slash before each key.
   */
  readonly annotate = (key: string, value: string): void => {
    this.annotations[key.replaceAll("/", ".")] = value;
  };
}

/** The objects of a request in the hub version. */
export interface HubObjects {
  readonly object: APIObject | undefined;
  readonly oldObject: APIObject | undefined;
}

/**
 * Returns the attributes of a reviewed request for admission plugins.
 * @param deadline time until which the API server waits, in milliseconds of `performance.now`
 */
export function reviewAttributes(
  { scheme }: HandledKinds,
  request: AdmissionRequest,
  objects: HubObjects,
  notes: ReviewNotes,
  deadline: number,
): Attributes {
  const { kind, requestKind = kind, resource, subResource = "", name = "", namespace = "" } = request;
  return {
    operation: request.operation as Operation,
    kind: requestKind,
    resource,
    subresource: subResource,
    namespace,
    name,
    ...objects,
    user: userOf(request),
    isDryRun: request.dryRun === true,
    warn: notes.warn,
    options: optionsOf(objectIn(request.options)),
    interfaces: { scheme, equivalents: () => [{ resource, kind: requestKind }] },
    reinvocation: new ReinvocationContext(),
    deadline,
    annotate: notes.annotate,
  };
}

/** Returns the context of a reviewed request for strategies. */
export function strategyContext(request: AdmissionRequest, notes: ReviewNotes): RequestContext {
  const { namespace = "", subResource = "", dryRun = false } = request;
  return { namespace, subresource: subResource, user: userOf(request), isDryRun: dryRun, warn: notes.warn };
}

function userOf({ userInfo }: AdmissionRequest): Attributes["user"] {
  const { username = "", uid, groups = [], extra = {} } = userInfo;
  return { name: username, groups, extra, ...(uid === undefined ? {} : { uid }) };
}

/**
 * Returns the options with their type. The cast is safe, because the API server sends only options
 * of its own types.
 */
function optionsOf(options: JSONObject | undefined): OperationOptions | undefined {
  return options as OperationOptions | undefined;
}
