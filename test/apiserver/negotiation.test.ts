import { describe, expect, test } from "vitest";
import { requestLimits } from "../../apiserver/http/request-limits.js";
import { acceptTexts, parseAccept } from "../../apiserver/negotiation/accept.js";
import { negotiate } from "../../apiserver/negotiation/negotiate.js";
import type { HTTPRequest } from "../../apiserver/http/types.js";

const request = (headers: Readonly<Record<string, string>>, query = "") =>
  ({ query: new URLSearchParams(query), header: (name: string) => headers[name] }) as HTTPRequest;

/**
 * Returns the media type and the form of the response for an Accept header; 406 if the server
 * cannot send an acceptable form.
 */
const form = (accept: string, restrictions = { allowsTransforms: true, isStream: false }) => {
  try {
    const { mediaType, transform } = negotiate(request({ accept }), restrictions);
    return transform === undefined ? mediaType : `${mediaType} ${transform.kind}`;
  } catch {
    return 406;
  }
};

describe("limits of an Accept header", () => {
  test("the cache stores a header of 256 characters, but not a longer one", () => {
    const header = (length: number) => "application/json".padEnd(length, ",");
    const { rememberedAcceptCharacters } = requestLimits;
    expect(parseAccept(header(rememberedAcceptCharacters))).toBe(parseAccept(header(rememberedAcceptCharacters)));
    expect(parseAccept(header(rememberedAcceptCharacters + 1))).not.toBe(
      parseAccept(header(rememberedAcceptCharacters + 1)),
    );
  });

  test.each([
    ["clauses", "a/b,"],
    ["commas", ","],
    ["blanks", " "],
    ["parameters", ";a=b"],
    ["slashes", "/"],
  ])("the server reads at most 8 KiB of 1 MiB of %s", (_, text) => {
    const header = text.repeat(2 ** 20 / text.length);
    expect(acceptTexts(header).join(",").length).toBeLessThanOrEqual(requestLimits.acceptCharacters);
    expect(parseAccept(header).length).toBeLessThanOrEqual(requestLimits.acceptCharacters / text.length);
  });

  test("the server ignores a clause that ends after the limit", () => {
    const { acceptCharacters } = requestLimits;
    const header = (length: number) => `${"a/b,".repeat(length / 4 - 4)}application/json`;
    expect([form(header(acceptCharacters)), form(header(acceptCharacters + 4))]).toEqual(["application/json", 406]);
  });
});

/**
 * Each row has the result of Go's NegotiateOutputMediaType (k8s.io/apiserver v0.37.2), with the
 * media types that the endpoint of a resource allows.
 */
describe("negotiation", () => {
  const table = "as=Table;v=v1;g=meta.k8s.io";
  test.each([
    ["application/json", "application/json"],
    ["application/yaml", "application/yaml"],
    ["*", "application/json"],
    ["*/*", "application/json"],
    ["application/*", "application/json"],
    ["*/json", 406],
    ["application", 406],
    ["application/json/x", 406],
    ["APPLICATION/JSON", 406],
    ["text/html", 406],
    ["text/html, */*", "application/json"],
    ["application/json;stream=watch", "application/json"],
    ["application/yaml;stream=watch", 406],
    ["application/json;stream=other", 406],
    ["application/json;stream=", "application/json"],
    ["application/json;stream", "application/json"],
    ["application/json;sv=v1", "application/json"],
    ["application/json;sv=v2", 406],
    ["*/*, application/yaml;q=0.5", "application/yaml"],
    ["application/yaml;q=0.5, */*", "application/json"],
    ["application/*, application/yaml;q=0.1", "application/yaml"],
    ["application/json;q=0.5, application/yaml;q=0.6", "application/yaml"],
    ["application/json;q=0.5, application/yaml", "application/yaml"],
    ["application/json, application/yaml", "application/json"],
    ["application/yaml, application/json", "application/yaml"],
    ["a/b,a/b,a/b, */*, application/yaml;q=0.2", "application/yaml"],
    [`application/json;${table}`, "application/json Table"],
    [`application/yaml;${table}`, "application/yaml Table"],
    [`application/json;${table},application/json`, "application/json Table"],
    ["application/json;as=Table;v=v1beta1;g=meta.k8s.io", "application/json Table"],
    ["application/json;as=Table;v=v2;g=meta.k8s.io", 406],
    ["application/json;as=Table", 406],
    ["application/json;g=meta.k8s.io", 406],
    ["application/json;v=v1", 406],
    ["application/json;v=", "application/json"],
    ["application/json;as=Table=x;v=v1=y", "application/json"],
    [
      "application/json; as = PartialObjectMetadata ; v = v1 ; g = meta.k8s.io",
      "application/json PartialObjectMetadata",
    ],
  ])("the header %s selects %s", (accept, expected) => {
    expect(form(accept)).toBe(expected);
  });

  test("q=0 and an invalid q refuse a form", () => {
    expect(
      ["*/*;q=0", "application/json;q=0,application/yaml", "application/json;q=x"].map((accept) => form(accept)),
    ).toEqual([406, "application/yaml", 406]);
  });
});

/**
 * Each row contains the result of Go's isPrettyPrint, which also reads the query parameter
 * `pretty`.
 */
describe("indentation", () => {
  test.each([
    ["", "", "", false],
    ["", "", "curl/8", true],
    ["", "", "curl", true],
    ["", "", "curlew", true],
    ["", "", "Wget/1", true],
    ["", "", "Mozilla/5.0 (X)", true],
    ["", "", "Mozilla/4", false],
    ["", "", "kubectl/1", false],
    ["pretty", "", "curl/8", true],
    ["pretty=", "", "curl/8", true],
    ["pretty=", "", "", false],
    ["pretty=0", "", "curl/8", false],
    ["pretty=false", "", "curl/8", false],
    ["pretty=x", "", "curl/8", false],
    ...["1", "t", "T", "true", "TRUE", "True"].map((text) => [`pretty=${text}`, "", "", true] as const),
    ...["tRUE", "yes", "2"].map((text) => [`pretty=${text}`, "", "", false] as const),
    ["pretty=0", "application/json;pretty=1", "", true],
    ["pretty=1", "application/json;pretty=0", "", true],
    ["", "application/json;pretty=true", "", false],
  ] as const)("?%s, Accept %s, User-Agent %s: %s", (query, accept, agent, expected) => {
    const headers = { "user-agent": agent, ...(accept === "" ? {} : { accept }) };
    expect(negotiate(request(headers, query), { allowsTransforms: true, isStream: false }).pretty).toBe(expected);
  });
});
