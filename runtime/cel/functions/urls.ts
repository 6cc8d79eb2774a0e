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
import { OpaqueValue, type Implementations, type Result } from "../values/value.js";
import { struct } from "../types/type.js";
import { evaluationErrorFor, instanceOf, isStringValue, succeeds, unaryFunction } from "./signature.js";

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
const url = instanceOf(URLValue);

/** The functions of URLs. */
export const urlFunctions: Implementations = {
  string_to_url: unaryFunction(isStringValue, urlOf),
  is_url_string: unaryFunction(isStringValue, (text) => succeeds(() => parseRequestURI(text))),
  url_get_scheme: unaryFunction(url, (value) => value.url.scheme),
  url_get_host: unaryFunction(url, (value) => hostOf(value.url)),
  url_get_hostname: unaryFunction(url, (value) => hostAndPort(value.url).host),
  url_get_port: unaryFunction(url, (value) => hostAndPort(value.url).port),
  url_get_escaped_path: unaryFunction(url, (value) => escapedPath(value.url)),
  url_get_query: unaryFunction(url, (value) =>
    mapOf(Array.from(queryValues(value.url), ([key, values]) => [key, listOf(values)])),
  ),
};

function urlOf(text: string): Result {
  try {
    const request = parseRequestURI(text);
    // Go parses the string a second time, with the parser for all URLs. For a URL with a scheme and
    // without a fragment, the result is the same.
    return new URLValue(request.scheme === "" || text.includes("#") ? parseURL(text) : request);
  } catch (error) {
    return evaluationErrorFor(error, "URL parse error during conversion from string: ");
  }
}
