import {
  escapedPath,
  hostAndPort,
  hostOf,
  parseRequestURI,
  parseURL,
  queryValues,
  urlString,
  type GoURL,
} from "../../net/url.js";
import { listOf, mapOf } from "../values/collections.js";
import { OpaqueValue, type Result } from "../values/value.js";
import { struct } from "../types/type.js";
import { parsedBy, succeeds } from "../values/attempt.js";
import type { Functions } from "./declaration.js";

class URLValue extends OpaqueValue {
  readonly type = urlType;
  readonly url: GoURL;

  constructor(url: GoURL) {
    super();
    this.url = url;
  }

  override toString(): string {
    return urlString(this.url);
  }
}

const urlType = struct("kubernetes.URL");

/** The functions of URLs. */
export const urlFunctions: Functions = {
  "url_get_escaped_path = (kubernetes.URL).getEscapedPath(): string": ({ url }: URLValue) => escapedPath(url),
  "url_get_host = (kubernetes.URL).getHost(): string": ({ url }: URLValue) => hostOf(url),
  "url_get_hostname = (kubernetes.URL).getHostname(): string": ({ url }: URLValue) => hostAndPort(url).host,
  "url_get_port = (kubernetes.URL).getPort(): string": ({ url }: URLValue) => hostAndPort(url).port,
  "url_get_query = (kubernetes.URL).getQuery(): map(string, list(string))": ({ url }: URLValue) =>
    mapOf(Array.from(queryValues(url), ([key, values]) => [key, listOf(values)])),
  "url_get_scheme = (kubernetes.URL).getScheme(): string": ({ url }: URLValue) => url.scheme,
  "is_url_string = isURL(string): bool": (text: string) => succeeds(() => parseRequestURI(text)),
  "string_to_url = url(string): kubernetes.URL": urlOf,
};

function urlOf(text: string): Result {
  return parsedBy(() => {
    const request = parseRequestURI(text);
    // Go parses the string a second time, with the parser for all URLs. For a URL with a scheme and
    // without a fragment, the result is the same.
    return new URLValue(request.scheme === "" || text.includes("#") ? parseURL(text) : request);
  }, "URL parse error during conversion from string: ");
}
