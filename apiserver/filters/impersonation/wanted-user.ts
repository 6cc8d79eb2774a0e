import { goQuote, shortened } from "@apimachinery/runtime";
import { newBadRequest } from "../../errors/index.js";
import { requestLimits } from "../../http/request-limits.js";
import type { APIRequest, User } from "../../request/api-request.js";

const userHeader = "impersonate-user";
const uidHeader = "impersonate-uid";
const groupHeader = "impersonate-group";
const extraPrefix = "impersonate-extra-";
/** Common prefix of all headers of an impersonation. */
const prefix = "impersonate-";

/** Reports whether a request has headers of an impersonation. */
export function impersonates(request: APIRequest): boolean {
  return request.headerNames().some((header) => header.startsWith(prefix));
}

/**
 * Returns the user exactly as the impersonation headers of a request describe it; undefined for a
 * request without impersonation (Go: processImpersonationHeaders).
 * @throws StatusError 400 for headers without a user name, or with too many groups and extra values
 */
export function wantedUser(request: APIRequest): User | undefined {
  const name = firstLine(request, userHeader);
  const uid = firstLine(request, uidHeader);
  const groups = request.headerLines(groupHeader);
  const extraNames = request.headerNames().filter((header) => header.startsWith(extraPrefix));
  if (name === "" && uid === "" && groups.length === 0 && extraNames.length === 0) return undefined;
  const wanted: User = { name, groups, extra: extraOf(request, extraNames), ...(uid === "" ? {} : { uid }) };
  if (name === "") throw newBadRequest(`requested ${shortened(goText(wanted))} without impersonating a user name`);
  checkCount(wanted);
  return wanted;
}

/**
 * Returns the functions that read the headers of a request, but hides the headers of the
 * impersonation. Handlers must not act differently for impersonated users.
 */
export function withoutImpersonation({
  header,
  headerLines,
  headerNames,
}: APIRequest): Pick<APIRequest, "header" | "headerLines" | "headerNames"> {
  const isHidden = (name: string) =>
    name === userHeader || name === uidHeader || name === groupHeader || name.startsWith(extraPrefix);
  return {
    header: (name) => (isHidden(name) ? undefined : header(name)),
    headerLines: (name) => (isHidden(name) ? [] : headerLines(name)),
    headerNames: () => headerNames().filter((name) => !isHidden(name)),
  };
}

/**
 * Collects the values of each extra key. Several headers can have the same key, because a key can
 * be escaped in several ways.
 */
function extraOf(request: APIRequest, names: readonly string[]): User["extra"] {
  const extra = new Map<string, readonly string[]>();
  for (const name of names) {
    const key = unescaped(name.slice(extraPrefix.length));
    extra.set(key, [...(extra.get(key) ?? []), ...request.headerLines(name)]);
  }
  return Object.fromEntries(extra);
}

/**
 * Unescapes an extra key. Headers contain these keys in escaped form. A key with an invalid escape
 * stays unchanged.
 */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

function checkCount({ groups, extra }: User): void {
  const { impersonatedParts } = requestLimits;
  const count = Object.values(extra).reduce((sum, values) => sum + values.length, groups.length);
  if (count > impersonatedParts)
    throw newBadRequest(`cannot impersonate ${count} groups and extra values: limit is ${impersonatedParts}`);
}

/**
 * Returns the value of the first line of a header; empty if the header was not sent (Go:
 * Header.Get).
 */
function firstLine(request: APIRequest, name: string): string {
  return request.headerLines(name)[0] ?? "";
}

/** Returns a user as Go prints it with `%#v`. */
function goText({ uid = "", groups, extra }: User): string {
  const entries = Object.keys(extra)
    .sort()
    .map((key) => `${goQuote(key)}:${goTexts(extra[key] ?? [])}`);
  const map = entries.length === 0 ? "(nil)" : `{${entries.join(", ")}}`;
  return `&user.DefaultInfo{Name:"", UID:${goQuote(uid)}, Groups:${goTexts(groups)}, Extra:map[string][]string${map}}`;
}

function goTexts(texts: readonly string[]): string {
  return texts.length === 0 ? "[]string(nil)" : `[]string{${texts.map(goQuote).join(", ")}}`;
}
