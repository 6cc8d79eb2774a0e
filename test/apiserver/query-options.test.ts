import { describe, expect, test } from "vitest";
import { requestLimits } from "../../apiserver/http/request-limits.js";
import { InProcessServer, pizza, pizzas, toppings } from "./harness.js";

/**
 * Each row contains the result of k8s.io/apiserver v0.37.2 for the same query. The result is 200 if
 * Go accepts the query.
 */
describe("options of a list or a watch", () => {
  const integer = (text: string, why = "invalid syntax") => [400, `strconv.ParseInt: parsing ${text}: ${why}`] as const;
  const invalid = (text: string) => [422, `ListOptions.meta.k8s.io "" is invalid: ${text}`] as const;
  test.each([
    ["limit=", integer('""')],
    ["timeoutSeconds=", integer('""')],
    ["limit=%20", integer('" "')],
    ["limit=1_0", integer('"1_0"')],
    ["limit=0x1", integer('"0x1"')],
    ["limit=%07", integer(String.raw`"\a"`)],
    ["limit=1%C2%A0", integer(String.raw`"1\u00a0"`)],
    ["limit=9223372036854775808", integer('"9223372036854775808"', "value out of range")],
    ["limit=-9223372036854775809", integer('"-9223372036854775809"', "value out of range")],
    [`limit=${"9".repeat(5000)}`, integer(`"${"9".repeat(5000)}"`, "value out of range")],
    ["limit=9223372036854775807", [200]],
    ["limit=%2B5", [200]],
    [`limit=${"0".repeat(5000)}1`, [200]],
    ["labelSelector=%3D&limit=x", integer('"x"')],
    ["limit=x&timeoutSeconds=y", integer('"y"')],
    ["fieldSelector=x&labelSelector=%3D", [400, "found '=', expected: !, identifier, or 'end of string'"]],
    ["fieldSelector=x&resourceVersionMatch=Exact", [400, "invalid selector: 'x'; can't understand 'x'"]],
    [
      "fieldSelector=spec%3Dx&sendInitialEvents=true",
      invalid("sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list"),
    ],
    [
      "watch=1&continue=abc",
      invalid("resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided"),
    ],
    [
      "watch=1&continue=abc&resourceVersion=0",
      invalid("resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided"),
    ],
  ] as const)("the server validates the query ?%s like Go", async (query, [code, message]) => {
    const { status, json } = await new InProcessServer().get(`${pizzas}?${query}`);
    expect([status, json["message"]]).toEqual([code, message]);
  });

  test("the server validates the old path of a watch like a list if its query has no `watch`", async () => {
    const path = pizzas.replace("/v1beta1/", "/v1beta1/watch/");
    expect((await new InProcessServer().get(`${path}?sendInitialEvents=true`)).json["message"]).toContain(
      "sendInitialEvents is forbidden for list",
    );
  });
});

describe("options of a create", () => {
  const invalid = (text: string) => `CreateOptions.meta.k8s.io "" is invalid: ${text}`;
  test.each([
    [
      "a\u00a0b",
      invalid(String.raw`fieldManager: Invalid value: "a\u00a0b": invalid character U+00A0 (at position 1)`),
    ],
    ["é\u0007", invalid(String.raw`fieldManager: Invalid value: "é\a": invalid character U+0007 (at position 2)`)],
    [
      "😀\u00ad",
      invalid(String.raw`fieldManager: Invalid value: "😀\u00ad": invalid character U+00AD (at position 4)`),
    ],
    ["\u3000", invalid(String.raw`fieldManager: Invalid value: "\u3000": invalid character U+3000 (at position 0)`)],
    [
      "a\tb\n",
      invalid(
        String.raw`[fieldManager: Invalid value: "a\tb\n": invalid character U+0009 (at position 1), fieldManager: Invalid value: "a\tb\n": invalid character U+000A (at position 3)]`,
      ),
    ],
    ["x".repeat(129), invalid("fieldManager: Too long: may not be more than 128 bytes")],
    ["\t".repeat(129), invalid("fieldManager: Too long: may not be more than 128 bytes")],
    ["x".repeat(128), undefined],
    ["a b", undefined],
    ["é😀", undefined],
  ])("the server validates fieldManager=%j like Go", async (manager, message) => {
    const { status, json } = await new InProcessServer().post(
      `${pizzas}?dryRun=All&fieldManager=${encodeURIComponent(manager)}`,
      pizza("a"),
    );
    expect([status, json["message"]]).toEqual([message === undefined ? 201 : 422, message]);
  });
});

/**
 * Each row has the result of k8s.io/apiserver v0.37.2. If Go's message ends with a line number of
 * Go's source, the row omits the number.
 */
describe("options of a delete", () => {
  const integer = (text: string, why = "invalid syntax") => `strconv.ParseInt: parsing "${text}": ${why}`;
  test.each([
    ["", integer("")],
    ["x", integer("x")],
    ["9223372036854775808", integer("9223372036854775808", "value out of range")],
    ["9223372036854775807", undefined],
    ["-1", undefined],
  ])("the server validates gracePeriodSeconds=%s like Go", async (grace, message) => {
    const server = new InProcessServer();
    await server.post(pizzas, pizza("a"));
    const { status, json } = await server.delete(`${pizzas}/a?dryRun=All&gracePeriodSeconds=${grace}`);
    expect([status, json["message"]]).toEqual([message === undefined ? 200 : 400, message]);
  });

  const probe = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;
  const unreadable = (value: string) => `couldn't get version/kind; json parse error: json: cannot unmarshal ${value}`;
  test.each([
    ["5", unreadable(`number into Go value of type ${probe}`)],
    ["[]", unreadable(`array into Go value of type ${probe}`)],
    ['"x"', unreadable(`string into Go value of type ${probe}`)],
    ["true", unreadable(`bool into Go value of type ${probe}`)],
    ['{"kind":{}}', unreadable("object into Go struct field .kind of type string (the value must be a string)")],
    [
      '{"apiVersion":5}',
      unreadable("number into Go struct field .apiVersion of type string (the value must be a string)"),
    ],
    ["{", "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    ['{"apiVersion":"a/b/c"}', "unexpected GroupVersion string: a/b/c"],
    ['{"kind":"Pod"}', 'no kind "Pod" is registered for version "meta.k8s.io/v1"'],
    ['{"kind":"Pod","apiVersion":"apps/v1"}', 'no kind "Pod" is registered for version "apps/v1"'],
    ['{"kind":"Pod","gracePeriodSeconds":"x"}', 'no kind "Pod" is registered for version "meta.k8s.io/v1"'],
    ['{"kind":"DeleteOptions","apiVersion":"apps/v1"}', undefined],
    ['{"apiVersion":"x/y"}', undefined],
    ["null", undefined],
  ])("the server reads the delete options %s like Go", async (body, message) => {
    const server = new InProcessServer();
    await server.post(pizzas, pizza("a"));
    const { status, json } = await server.delete(`${pizzas}/a`, body);
    expect([status, json["message"]]).toEqual([message === undefined ? 200 : 400, message]);
  });
});

describe("long selectors", () => {
  const { selectorRequirements: limit } = requestLimits;
  const different = (count: number, suffix: string) =>
    Array.from({ length: count }, (_, index) => `a${String(index)}${suffix}`).join(",");
  const get = (server: InProcessServer, name: string, selector: string) =>
    server.get(`${toppings}?${name}=${encodeURIComponent(selector)}`);
  const name = (index: number) => `metadata.name!=x${String(index)}`;

  test("the server accepts 1,000 different requirements; 1,001 are a 400", async () => {
    const server = new InProcessServer();
    expect((await get(server, "labelSelector", different(limit, "!=b"))).status).toBe(200);
    const tooMany = await get(server, "labelSelector", different(limit + 1, "!=b"));
    expect([tooMany.status, tooMany.json["message"]]).toEqual([
      400,
      "labelSelector has 1001 requirements: limit is 1000",
    ]);
    const fields = (count: number) => Array.from({ length: count }, (_, index) => name(index)).join(",");
    expect((await get(server, "fieldSelector", fields(limit))).status).toBe(200);
    expect((await get(server, "fieldSelector", fields(limit + 1))).json["message"]).toBe(
      "fieldSelector has 1001 requirements: limit is 1000",
    );
    expect((await get(server, "watch=1&labelSelector", different(limit + 1, ""))).status).toBe(400);
    expect((await server.delete(`${toppings}?labelSelector=${different(limit + 1, "")}`)).status).toBe(400);
  });

  test("a selector with duplicates selects the same objects as without duplicates", async () => {
    const server = new InProcessServer();
    for (const [topping, labels] of [
      ["one", { app: "x" }],
      ["two", {}],
    ] as const) {
      await server.post(toppings, { metadata: { name: topping, labels }, spec: { cost: 1 } });
    }
    const names = async (parameter: string, selector: string) => {
      const { status, json } = await get(server, parameter, selector);
      return [status, Object.values(json["items"] ?? {}).map((item) => item["metadata"]?.["name"])];
    };
    const repeated = (text: string) => Array.from({ length: limit * 2 }, () => text).join(",");
    expect(await names("labelSelector", repeated("app"))).toEqual([200, ["one"]]);
    expect(await names("labelSelector", repeated("!app"))).toEqual([200, ["two"]]);
    expect(await names("labelSelector", `${repeated("app in (y,x)")},app in (x,y)`)).toEqual([200, ["one"]]);
    expect(await names("fieldSelector", repeated("metadata.name=two"))).toEqual([200, ["two"]]);
  });
});
