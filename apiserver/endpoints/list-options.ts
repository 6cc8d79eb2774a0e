import { field, fields, labels } from "@apimachinery/runtime";
import type { FieldError, GroupVersionKind, ResourceVersionMatch, Scheme } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import { isTruthy } from "../http/request-info.js";
import type { CollectionOptions } from "../registry/read-options.js";
import type { Selection } from "../registry/selection.js";
import { invalidOptions } from "./write-options.js";

/** Go's ListOptions, read from a query: for lists and watches alike. */
export interface ListOptions extends CollectionOptions {
  readonly allowWatchBookmarks: boolean;
  /** Undefined where a watch does not say. */
  readonly sendInitialEvents: boolean | undefined;
  /** 0 where the client leaves it to the server. */
  readonly timeoutSeconds: number;
}

/** @throws StatusError 400 for what can't be read, 422 for what does not go together */
export function listOptions(query: URLSearchParams, scheme: Scheme, kind: GroupVersionKind, isWatch: boolean): ListOptions {
  const sendInitialEvents = query.get("sendInitialEvents");
  const options: ListOptions = {
    selection: selectionOf(query, scheme, kind),
    resourceVersion: query.get("resourceVersion") ?? "",
    // What is none of them is refused below.
    resourceVersionMatch: (query.get("resourceVersionMatch") ?? "") as ResourceVersionMatch | "",
    limit: Math.max(integer(query, "limit"), 0),
    continue: query.get("continue") ?? "",
    allowWatchBookmarks: isTruthy(query.get("allowWatchBookmarks")),
    sendInitialEvents: sendInitialEvents === null ? undefined : isTruthy(sendInitialEvents),
    timeoutSeconds: integer(query, "timeoutSeconds"),
  };
  const errors = isWatch ? watchErrors(options) : listErrors(options);
  if (errors.length > 0) throw invalidOptions("ListOptions", errors);
  return options;
}

/** Which objects a query's selectors mean. @throws StatusError 400 in the parsers' words */
function selectionOf(query: URLSearchParams, scheme: Scheme, kind: GroupVersionKind): Selection {
  try {
    const given = fields.parse(query.get("fieldSelector") ?? "");
    const converted = given.map((requirement) => {
      const { label, value } = scheme.convertFieldLabel(kind, requirement.field, requirement.value);
      return { ...requirement, field: label, value };
    });
    return { labels: labels.parse(query.get("labelSelector") ?? ""), fields: converted };
  } catch (error) {
    throw newBadRequest((error as Error).message);
  }
}

function integer(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? "";
  if (text === "") return 0;
  if (!/^[+-]?\d+$/.test(text)) throw newBadRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  const value = BigInt(text.replace("+", ""));
  if (BigInt.asIntN(64, value) !== value) throw newBadRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`);
  // Nobody has as many objects, or seconds.
  return Math.max(Math.min(Number(value), Number.MAX_SAFE_INTEGER), Number.MIN_SAFE_INTEGER);
}

const match = field.newPath("resourceVersionMatch");
const initialEvents = field.newPath("sendInitialEvents");

function listErrors(options: ListOptions): FieldError[] {
  const errors: FieldError[] = [];
  const { resourceVersion, resourceVersionMatch } = options;
  if (resourceVersionMatch !== "") {
    if (resourceVersion === "") errors.push(field.forbidden(match, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    if (options.continue !== "") errors.push(field.forbidden(match, "resourceVersionMatch is forbidden when continue is provided"));
    if (!isKnownMatch(resourceVersionMatch)) errors.push(field.notSupported(match, resourceVersionMatch, ["Exact", "NotOlderThan", ""]));
    if (resourceVersionMatch === "Exact" && resourceVersion === "0") {
      errors.push(field.forbidden(match, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (options.sendInitialEvents !== undefined) errors.push(field.forbidden(initialEvents, "sendInitialEvents is forbidden for list"));
  return errors;
}

function watchErrors(options: ListOptions): FieldError[] {
  const errors: FieldError[] = [];
  const { resourceVersionMatch, sendInitialEvents } = options;
  if (sendInitialEvents !== undefined && resourceVersionMatch !== "NotOlderThan") {
    errors.push(field.forbidden(match, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (resourceVersionMatch !== "") {
    if (sendInitialEvents === undefined) errors.push(field.forbidden(match, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
    if (resourceVersionMatch !== "NotOlderThan") errors.push(field.notSupported(match, resourceVersionMatch, ["NotOlderThan"]));
    if (options.continue !== "") errors.push(field.forbidden(match, "resourceVersionMatch is forbidden when continue is provided"));
  }
  return errors;
}

function isKnownMatch(text: string): boolean {
  return text === "Exact" || text === "NotOlderThan";
}
