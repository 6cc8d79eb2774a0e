import {
  errors,
  fieldRequirements,
  labelRequirements,
  type Authorizer,
  type RunConfig,
  type ServerConfig,
  type User,
} from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { defaultRunConfig } from "../../apiserver/request/run-config.js";
import { InProcessServer, administrator, pizza, pizzas, type HarnessOptions, type Reply } from "./harness.js";

function server(run: Partial<RunConfig>, options: HarnessOptions = {}): InProcessServer {
  return new InProcessServer({ ...options, config: { ...options.config, run: { ...defaultRunConfig, ...run } } });
}

/** Gate that makes requests wait until the test opens it. */
class Gate {
  #open: () => void = () => undefined;
  #arrived: () => void = () => undefined;
  readonly #whenOpen = new Promise<void>((resolve) => (this.#open = resolve));
  readonly arrival = new Promise<void>((resolve) => (this.#arrived = resolve));

  open(): void {
    this.#open();
  }

  async wait(): Promise<void> {
    this.#arrived();
    await this.#whenOpen;
  }
}

/** Returns an admission plugin that makes writes wait until the gate opens. */
const waiting = (gate: Gate) => ({ name: "Waits", handles: () => true, admit: () => gate.wait() });

const outline = ({ status, headers, text }: Reply) => ({
  status,
  type: headers["content-type"],
  retryAfter: headers["retry-after"],
  text,
});

describe("CORS", () => {
  const origin = "https://kitchen.example";
  const cors = () => server({ corsOrigins: [/^https:\/\/kitchen\.example$/] }, { user: null });

  test("a page of an allowed origin can send a preflight request without authentication", async () => {
    const { status, headers, text } = await cors().send("OPTIONS", pizzas, { headers: { origin } });
    expect([status, text]).toEqual([204, ""]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "POST, GET, OPTIONS, PUT, DELETE, PATCH",
      "access-control-allow-headers":
        "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since",
      "access-control-expose-headers": "Date",
      "access-control-allow-credentials": "true",
    });
  });

  test("responses for an allowed origin have CORS headers, including errors", async () => {
    const { status, headers } = await cors().get(pizzas, { origin });
    expect([status, headers["access-control-allow-origin"]]).toEqual([403, origin]);
  });

  test("responses for other origins have no CORS headers", async () => {
    const { status, headers } = await cors().send("OPTIONS", "/healthz", {
      headers: { origin: "https://kitchen.example.evil.example" },
    });
    expect([status, headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  });
});

describe("headers of every response", () => {
  test("the audit id comes from the client, otherwise the server creates it", async () => {
    const one = server({});
    expect((await one.get("/nope", { "audit-id": "mine" })).headers["audit-id"]).toBe("mine");
    expect((await one.get("/nope")).headers["audit-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("HSTS is sent if configured; responses forbid caching unless they set the header", async () => {
    const one = server({ hsts: "max-age=31536000; includeSubDomains" });
    expect((await one.get("/version")).headers).toMatchObject({
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "cache-control": "no-cache, private",
    });
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    expect((await one.get("/apis", { accept })).headers["cache-control"]).toBe("public");
    expect((await server({}).get("/version")).headers["strict-transport-security"]).toBeUndefined();
  });
});

describe("requests in flight", () => {
  const cook: User = { name: "cook", groups: ["cooks"], extra: {} };
  const everybody = { authorizers: [() => "allow" as const] };

  test("the server refuses one request above the limit with 429; reads have a separate limit", async () => {
    const gate = new Gate();
    const one = server({ maxWrites: 1, maxReads: 1 }, { user: cook, admission: [waiting(gate)], config: everybody });
    const first = one.post(pizzas, pizza("a", "salami"));
    await gate.arrival;
    expect(outline(await one.post(pizzas, pizza("b", "salami")))).toEqual({
      status: 429,
      type: "text/plain; charset=utf-8",
      retryAfter: "1",
      text: "Too many requests, please try again later.\n",
    });
    expect((await one.get(pizzas)).status).toBe(200);
    const watch = await one.response("GET", `${pizzas}?watch=1&timeoutSeconds=1`);
    expect(watch.status).toBe(200);
    gate.open();
    expect((await first).status).toBe(201);
    expect((await one.get("/metrics")).text).toContain(
      'apiserver_current_inflight_requests{request_kind="mutating"} 1',
    );
  });

  test("the server never refuses the administrator, and 0 removes the limit", async () => {
    for (const [user, maxWrites] of [
      [administrator, 1],
      [cook, 0],
    ] as const) {
      const gate = new Gate();
      const one = server({ maxWrites }, { user, admission: [waiting(gate)], config: everybody });
      const both = ["a", "b"].map((name) => one.post(pizzas, pizza(name, "salami")));
      await gate.arrival;
      gate.open();
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([201, 201]);
    }
  });
});

describe("responses that clients do not read", () => {
  const cook: User = { name: "cook", groups: ["cooks"], extra: {} };
  const unread = { afterwards: () => undefined };
  const cooking = (config: Partial<ServerConfig>) => server({ maxReads: 1 }, { user: cook, config });

  test("refusals and other small responses do not count as requests in flight", async () => {
    const one = cooking({});
    for (const path of [pizzas, "/version", "/nope"])
      expect((await one.response("GET", path, unread)).status).toBe(403);
    expect((await one.get("/version")).status).toBe(403);
  });

  test("a large response counts as a request in flight, an error of a filter does not", async () => {
    const one = cooking({ authorizers: [({ info }) => (info.path === "/version" ? "deny" : "allow")] });
    const annotations = { a: "x".repeat(200_000) };
    const large = { ...pizza("large", "salami"), metadata: { name: "large", annotations } };
    expect((await one.post(pizzas, large)).status).toBe(201);
    expect((await one.response("GET", "/version", unread)).status).toBe(403);
    expect((await one.response("GET", pizzas, unread)).status).toBe(200);
    expect((await one.get(pizzas)).status).toBe(429);
  });

  test("messages contain only a bounded part of a request", async () => {
    const parts = Object.fromEntries(
      ["user", "b", "c", "d", "e"].map((key) => [`impersonate-extra-${key}`, Array<string>(5_000).fill("a")]),
    );
    const excludes = Array.from({ length: 5_000 }, (_, index) => `&exclude=${index}`).join("");
    const anyone = server({}, { user: null });
    const refusal = await anyone.get("/version", parts);
    expect([refusal.status, refusal.text.length < 4_096]).toEqual([400, true]);
    const health = await server({}).get(`/healthz?verbose${excludes}`);
    expect([health.status, health.text.length < 4_096]).toEqual([200, true]);
    const segment = "<".repeat(2_000);
    const path = `/apis/${segment}/${segment}/namespaces/${segment}/${segment}/${segment}/${segment}`;
    const forbidden = await anyone.get(path, { accept: "application/yaml", "user-agent": "curl/8" });
    expect([forbidden.status, forbidden.text.length < 128 * 1024]).toEqual([403, true]);
  });
});

describe("deadlines", () => {
  const bytes =
    '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n';

  test("a request that exceeds the server's deadline or its own gets the same bytes as from Go", async () => {
    const gate = new Gate();
    const late = { status: 504, type: "text/plain; charset=utf-8", retryAfter: undefined, text: bytes };
    expect(
      outline(await server({ requestTimeout: 5 }, { admission: [waiting(gate)] }).post(pizzas, pizza("a", "salami"))),
    ).toEqual(late);
    expect(
      outline(await server({}, { admission: [waiting(gate)] }).post(`${pizzas}?timeout=5ms`, pizza("a", "salami"))),
    ).toEqual(late);
    gate.open();
  });

  test("an invalid timeout is a 400", async () => {
    const { json } = await server({}).get(`${pizzas}?timeout=abc`);
    expect(json).toMatchObject({
      code: 400,
      message: 'invalid timeout specified in the request URL - time: invalid duration "abc"',
    });
    const one = server({});
    expect((await one.post(`${pizzas}?timeout=5`, pizza("a", "salami"))).status).toBe(400);
    expect((await one.get(`${pizzas}/a`)).status).toBe(404);
  });
});

describe("unexpected errors", () => {
  test("the server sends a short response to an unexpected error, logs it and counts it", async () => {
    const one = server(
      {},
      {
        admission: [
          {
            name: "Breaks",
            handles: () => true,
            admit: () => {
              throw new TypeError("undefined is not a pizza");
            },
          },
        ],
      },
    );
    expect(outline(await one.post(pizzas, pizza("a", "salami")))).toEqual({
      status: 500,
      type: "text/plain; charset=utf-8",
      retryAfter: undefined,
      text: "This request caused apiserver to panic. Look in the logs for details.\n",
    });
    expect(one.logged).toEqual([`panic serving POST ${pizzas} TypeError: undefined is not a pizza`]);
    expect((await one.get("/metrics")).text).toMatch(
      /apiserver_request_total\{verb="POST".*resource="pizzas".*code="500"\} 1/,
    );
  });

  test("the server sends the Status of a StatusError from any filter", async () => {
    expect((await server({}).get(pizzas, { "impersonate-uid": "7" })).json).toMatchObject({
      code: 400,
      reason: "BadRequest",
    });
  });
});

test("a refusal by the filters has X-Content-Type-Options, a refusal by a plugin does not", async () => {
  const refuses = {
    name: "Refuses",
    handles: () => true,
    admit: () => Promise.reject(errors.newForbidden({ group: "", name: "x" }, "", "not today")),
  };
  const header = async (options: HarnessOptions) => {
    const { status, headers } = await new InProcessServer(options).post(pizzas, pizza("a"));
    return [status, headers["x-content-type-options"]];
  };
  expect(await header({ user: null })).toEqual([403, "nosniff"]);
  expect(await header({ admission: [refuses] })).toEqual([403, undefined]);
});

describe("an authorizer that reads selectors", () => {
  const user: User = { name: "bob", groups: [], extra: {} };
  const authorizer: Authorizer = ({ info }) => {
    const isOwn = labelRequirements(info).some(
      ({ key, operator, values }) => key === "owner" && operator === "=" && values[0] === "bob",
    );
    const isNamed = fieldRequirements(info).some(
      ({ field, operator, value }) => field === "metadata.namespace" && operator === "=" && value === "default",
    );
    return isOwn && isNamed ? "allow" : "no opinion";
  };
  const status = async (query: string, method = "GET") =>
    (await new InProcessServer({ user, config: { authorizers: [authorizer] } }).send(method, `${pizzas}${query}`))
      .status;

  test("an authorizer can allow a part of a collection", async () => {
    const selectors = "?labelSelector=a,owner=bob&fieldSelector=metadata.namespace=default";
    expect([await status(selectors), await status(selectors, "DELETE")]).toEqual([200, 200]);
    expect([
      await status(""),
      await status("?labelSelector=owner=bob"),
      await status(selectors.replace("bob", "eve")),
    ]).toEqual([403, 403, 403]);
  });

  test("an authorizer receives no selectors for a request about one object", async () => {
    expect(await status("/a?labelSelector=owner=bob&fieldSelector=metadata.namespace=default")).toBe(403);
  });

  test("an authorizer receives the parser's error for an invalid selector", () => {
    const info = { labelSelector: "=", fieldSelector: "x" } as Parameters<typeof labelRequirements>[0];
    expect(() => labelRequirements(info)).toThrow("found '=', expected: !, identifier, or 'end of string'");
    expect(() => fieldRequirements(info)).toThrow("invalid selector: 'x'; can't understand 'x'");
  });
});

test("the message of a refusal has the quotes and escapes of Go", async () => {
  const user: User = { name: "<a\u00ad\u007f>", groups: [], extra: {} };
  const message = async (path: string) => (await new InProcessServer({ user }).get(path)).json["message"];
  expect(await message("/a%07<b>")).toBe(
    String.raw`forbidden: User "&lt;a\u00ad\x7f&gt;" cannot get path "/a\a&lt;b&gt;"`,
  );
  const resource = 'resource "pizzas" in API group "restaurant.programming-kubernetes.info" in the namespace "default"';
  expect(await message(`${pizzas}/%3Cx>`)).toBe(
    String.raw`pizzas.restaurant.programming-kubernetes.info "<x>" is forbidden: User "&lt;a\u00ad\x7f&gt;" cannot get ${resource}`,
  );
});
