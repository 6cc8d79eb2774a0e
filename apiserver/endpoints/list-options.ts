import {
  field,
  fields,
  labels,
  type FieldError,
  type GroupVersionKind,
  type ResourceVersionMatch,
  type Scheme,
} from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import { isTruthy } from "../request/request-info.js";
import { requestLimits } from "../http/request-limits.js";
import type { CollectionOptions } from "../registry/read-options.js";
import type { Selection } from "../registry/selection.js";
import { integerOf } from "./query-values.js";
import { invalidOptions } from "./write-options.js";
import { orThrow } from "../util/or-throw.js";

/** Options of a list or a watch from the query (Go: metainternalversion.ListOptions). */
export interface ListRequestOptions extends CollectionOptions {
  readonly allowWatchBookmarks: boolean;
  /**
   * True if a watch begins with the existing objects. Undefined if the request does not have the
   * query parameter `sendInitialEvents`.
   */
  readonly sendInitialEvents: boolean | undefined;
  /**
   * Timeout of a watch in seconds; 0 if the client does not set it, so that the server chooses it.
   */
  readonly timeoutSeconds: number;
}

/**
 * Reads the options of a list, a watch or a deletion of a collection. Options are checked in Go's
 * order, and the first error is reported: numbers, selectors, contradictory options, unknown fields
 * in selectors.
 * @throws StatusError 400 for an unreadable value, 422 for contradictory options
 */
export function listOptions(query: URLSearchParams, scheme: Scheme, kind: GroupVersionKind): ListRequestOptions {
  const sendInitialEvents = query.get("sendInitialEvents");
  const timeoutSeconds = integerOf(query, "timeoutSeconds") ?? 0;
  const limit = Math.max(integerOf(query, "limit") ?? 0, 0);
  const selection = selectionOf(query);
  const options: ListRequestOptions = {
    selection,
    resourceVersion: query.get("resourceVersion") ?? "",
    // The value may be unknown here. `watchErrors` and `listErrors` refuse an unknown value.
    resourceVersionMatch: (query.get("resourceVersionMatch") ?? "") as ResourceVersionMatch | "",
    limit,
    continue: query.get("continue") ?? "",
    allowWatchBookmarks: isTruthy(query.get("allowWatchBookmarks")),
    sendInitialEvents: sendInitialEvents === null ? undefined : isTruthy(sendInitialEvents),
    timeoutSeconds,
  };
  // As in Go, a request counts as a watch only because of the query parameter `watch`, not because
  // of an old watch path.
  const errors = isTruthy(query.get("watch")) ? watchErrors(options) : listErrors(options);
  if (errors.length > 0) throw invalidOptions("ListOptions", errors);
  if (selection.fields.length === 0) return options;
  const converted = convertedFields(selection.fields, scheme, kind);
  return { ...options, selection: { ...selection, fields: converted, version: kind.version } };
}

/**
 * Parses the selectors of a query.
 * @throws StatusError 400 with the message of the parser
 */
function selectionOf(query: URLSearchParams): Selection {
  const { selectorRequirements } = requestLimits;
  const selection = orThrow(
    () => ({
      labels: labels.parse(query.get("labelSelector") ?? ""),
      fields: fields.parse(query.get("fieldSelector") ?? ""),
    }),
    newBadRequest,
  );
  const counts = { labelSelector: selection.labels.requirements.length, fieldSelector: selection.fields.length };
  for (const [name, count] of Object.entries(counts)) {
    if (count > selectorRequirements)
      throw newBadRequest(`${name} has ${count} requirements: limit is ${selectorRequirements}`);
  }
  return selection;
}

/**
 * Renames the fields of a selector to their names in the hub version.
 * @throws StatusError 400 for a field that the kind does not support
 */
function convertedFields(given: fields.Selector, scheme: Scheme, kind: GroupVersionKind): fields.Selector {
  return orThrow(
    () =>
      given.map((requirement) => {
        const { label, value } = scheme.convertFieldLabel(kind, requirement.field, requirement.value);
        return { ...requirement, field: label, value };
      }),
    newBadRequest,
  );
}

const match = field.newPath("resourceVersionMatch");
const initialEvents = field.newPath("sendInitialEvents");

function listErrors(options: ListRequestOptions): FieldError[] {
  const errors: FieldError[] = [];
  const { resourceVersion, resourceVersionMatch } = options;
  if (resourceVersionMatch !== "") {
    if (resourceVersion === "")
      errors.push(field.forbidden(match, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    if (options.continue !== "")
      errors.push(field.forbidden(match, "resourceVersionMatch is forbidden when continue is provided"));
    if (!isKnownMatch(resourceVersionMatch))
      errors.push(field.notSupported(match, resourceVersionMatch, ["Exact", "NotOlderThan", ""]));
    if (resourceVersionMatch === "Exact" && resourceVersion === "0") {
      errors.push(field.forbidden(match, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (options.sendInitialEvents !== undefined)
    errors.push(field.forbidden(initialEvents, "sendInitialEvents is forbidden for list"));
  return errors;
}

function watchErrors(options: ListRequestOptions): FieldError[] {
  const errors: FieldError[] = [];
  const { resourceVersionMatch, sendInitialEvents } = withWatchDefaults(options);
  if (sendInitialEvents !== undefined && resourceVersionMatch !== "NotOlderThan") {
    errors.push(field.forbidden(match, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (resourceVersionMatch !== "") {
    if (sendInitialEvents === undefined)
      errors.push(
        field.forbidden(match, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"),
      );
    if (resourceVersionMatch !== "NotOlderThan")
      errors.push(field.notSupported(match, resourceVersionMatch, ["NotOlderThan"]));
    if (options.continue !== "")
      errors.push(field.forbidden(match, "resourceVersionMatch is forbidden when continue is provided"));
  }
  return errors;
}

/**
 * Returns the options of a watch with their defaults: without a revision or with revision 0, the
 * watch begins with the existing objects (Go: SetListOptionsDefaults).
 */
function withWatchDefaults(options: ListRequestOptions): ListRequestOptions {
  const { resourceVersion, resourceVersionMatch, sendInitialEvents } = options;
  const isLegacy = resourceVersion === "" || resourceVersion === "0";
  if (!isLegacy || sendInitialEvents !== undefined || resourceVersionMatch !== "") return options;
  return { ...options, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" };
}

function isKnownMatch(text: string): boolean {
  return text === "Exact" || text === "NotOlderThan";
}
