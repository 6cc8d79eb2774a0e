import { jsonText } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { InProcessServer, group, pizza, pizzas, toppings } from "./harness.js";

const notFound = {
  code: 404,
  reason: "NotFound",
  message: "the server could not find the requested resource",
  details: {},
};
const notAllowed = {
  code: 405,
  reason: "MethodNotAllowed",
  message: "the server does not allow this method on the requested resource",
  details: {},
};

describe("unknown paths and methods", () => {
  test.each([
    ["GET", `${group}/v1beta1/nope`, notFound],
    ["GET", `${group}/v1beta1/toppings`, notFound],
    ["GET", `${group}/v9/pizzas`, notFound],
    ["GET", `${pizzas}/a/status`, notFound],
    ["GET", `${group}/v1beta1/pizzas/a`, notFound],
    ["GET", toppings.replace("/toppings", "/namespaces/default/toppings"), notFound],
    ["GET", `${group}/v1alpha1//toppings`, notFound],
    ["GET", `${group}//v1alpha1/toppings`, notFound],
    ["GET", `${toppings}//a`, notFound],
    ["GET", `${group}/v1beta1/namespaces//pizzas`, notFound],
    ["GET", `${group}/v1beta1/namespaces/default//pizzas`, notFound],
    ["GET", `${pizzas}//status`, notFound],
    ["PUT", pizzas, notAllowed],
    ["POST", `${group}/v1beta1/pizzas`, notAllowed],
    ["DELETE", `${group}/v1beta1/pizzas`, notAllowed],
    ["POST", `${pizzas}/a`, notAllowed],
    ["HEAD", pizzas, notAllowed],
    ["POST", group, notAllowed],
    ["POST", "/apis", notAllowed],
    ["POST", "/version", notAllowed],
  ])("%s %s is unknown or not allowed", async (method, path, status) => {
    expect((await new InProcessServer().send(method, path)).json).toMatchObject(status);
  });

  test("the server ignores slashes at the end of a path, but not at its beginning", async () => {
    const server = new InProcessServer();
    expect((await server.get(`${toppings}//`)).json["kind"]).toBe("ToppingList");
    const { status, json } = await server.get(`/${toppings}`);
    expect([status, Object.keys(json)]).toEqual([404, ["paths"]]);
  });

  test("the response for an unknown path lists the known paths", async () => {
    const server = new InProcessServer();
    const { status, json } = await server.get("/nope");
    expect(status).toBe(404);
    const index = await server.get("/");
    expect(index.status).toBe(200);
    expect(index.json).toEqual(json);
    expect(Object.values(json["paths"] ?? {})).toEqual(
      expect.arrayContaining(["/apis", group, `${group}/v1beta1`, "/healthz", "/healthz/ping", "/version"]),
    );
    const listed = Object.values(json["paths"] ?? {}).map(String);
    expect(listed.filter((path) => path.startsWith("/openapi"))).toEqual([
      "/openapi/v2",
      "/openapi/v3",
      "/openapi/v3/",
    ]);
    expect(listed).toEqual([...listed].sort());
  });

  test("a name cannot be a path", async () => {
    const server = new InProcessServer();
    expect((await server.get(`${pizzas}/a%25b`)).json["message"]).toBe(
      `Name parameter invalid: "a%b": may not contain '%'`,
    );
    expect((await server.get(`${pizzas}/a%2Fb`)).json).toMatchObject(notFound);
  });
});

describe("the filter chain", () => {
  test("the audit id comes from the client if sent, and responses forbid caching", async () => {
    const { headers } = await new InProcessServer().get("/version", { "audit-id": "mine" });
    expect(headers).toMatchObject({ "audit-id": "mine", "cache-control": "no-cache, private" });
    expect((await new InProcessServer().get("/version")).headers["audit-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("an anonymous user has no permissions", async () => {
    const server = new InProcessServer({ user: null });
    expect((await server.get(`${pizzas}/a`)).json).toMatchObject({
      code: 403,
      message:
        'pizzas.restaurant.programming-kubernetes.info "a" is forbidden: User "system:anonymous" cannot get resource "pizzas" in API group "restaurant.programming-kubernetes.info" in the namespace "default"',
      details: { name: "a", kind: "pizzas" },
    });
    expect((await server.get(toppings)).json["message"]).toBe(
      'toppings.restaurant.programming-kubernetes.info is forbidden: User "system:anonymous" cannot list resource "toppings" in API group "restaurant.programming-kubernetes.info" at the cluster scope',
    );
    expect((await server.get("/nope<")).json).toMatchObject({
      code: 403,
      message: 'forbidden: User "system:anonymous" cannot get path "/nope&lt;"',
    });
  });

  test("invalid credentials are a 401, and do not make the user anonymous", async () => {
    const authenticators = [
      () => {
        throw new Error("no");
      },
    ];
    expect((await new InProcessServer({ config: { authenticators } }).get("/version")).json).toMatchObject({
      code: 401,
      message: "Unauthorized",
    });
  });

  test("the server authorizes a request with impersonation as the impersonated user", async () => {
    const server = new InProcessServer();
    const { status, json } = await server.get(pizzas, { "impersonate-user": "eve" });
    expect([status, json["message"]]).toEqual([403, expect.stringContaining('User "eve" cannot list')]);
    expect(
      (await server.get(pizzas, { "impersonate-user": "eve", "impersonate-group": "system:masters" })).status,
    ).toBe(200);
    const text =
      'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"system:masters"}, Extra:map[string][]string(nil)} without impersonating a user name';
    expect((await server.get(pizzas, { "impersonate-group": "system:masters" })).json).toMatchObject({
      code: 400,
      message: text,
    });
  });

  test("the server refuses impersonation without permission", async () => {
    const server = new InProcessServer({ user: { name: "bob", groups: ["cooks"], extra: {} } });
    const refused = async (user: string) => (await server.get(pizzas, { "impersonate-user": user })).json["message"];
    const where = 'resource "pizzas" in API group "restaurant.programming-kubernetes.info" in the namespace "default"';
    const pizzasAreForbidden = 'pizzas.restaurant.programming-kubernetes.info is forbidden: User "bob" cannot';
    expect(await refused("eve")).toBe(`${pizzasAreForbidden} impersonate-on:user-info:list ${where}`);
    expect(await refused("system:serviceaccount:kitchen:oven")).toBe(
      `${pizzasAreForbidden} impersonate-on:serviceaccount:list ${where}`,
    );
  });

  test("a path that ends after `watch` is an error", async () => {
    const { status, text } = await new InProcessServer().get(`${group}/v1beta1/watch`);
    expect([status, text]).toEqual([
      500,
      `Internal Server Error: "${group}/v1beta1/watch": failed to create RequestInfo: unable to determine kind and namespace from url, ${group}/v1beta1/watch\n`,
    ]);
  });

  test("an invalid timeout is an error, and a request that exceeds its timeout is a 504", async () => {
    const server = new InProcessServer();
    expect((await server.get(`${pizzas}?timeout=abc`)).json["message"]).toBe(
      'invalid timeout specified in the request URL - time: invalid duration "abc"',
    );
    const stuck = new InProcessServer({
      admission: [{ name: "stuck", handles: () => true, admit: () => new Promise(() => undefined) }],
    });
    const { status, text } = await stuck.post(`${pizzas}?timeout=1ms`, pizza("a"));
    expect(status).toBe(504);
    expect(text).toMatch(/^{"metadata":{},"status":"Failure","message":"Timeout: request did not complete/);
  });

  test("an unexpected error is logged and gets a response, and the next request succeeds", async () => {
    const server = new InProcessServer({
      admission: [
        {
          name: "bug",
          handles: (operation) => operation === "CREATE",
          admit: () => Promise.reject(new TypeError("a bug")),
        },
      ],
    });
    const { status, text } = await server.post(pizzas, pizza("a"));
    expect([status, text]).toEqual([500, "This request caused apiserver to panic. Look in the logs for details.\n"]);
    expect(server.logged).toEqual([expect.stringContaining("a bug")]);
    expect((await server.get(pizzas)).status).toBe(200);
  });
});

describe("discovery", () => {
  test("discovery lists groups, versions and resources", async () => {
    const server = new InProcessServer();
    expect((await server.get("/apis")).json).toMatchObject({
      kind: "APIGroupList",
      groups: [
        {
          name: "restaurant.programming-kubernetes.info",
          preferredVersion: { version: "v1beta1" },
          serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0" }],
        },
      ],
    });
    expect((await server.get(`${group}/`)).json).toMatchObject({
      kind: "APIGroup",
      versions: [{ version: "v1beta1" }, { version: "v1alpha1" }],
    });
    const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
    const { json } = await server.get(`${group}/v1alpha1`);
    const hash: unknown = expect.stringMatching(/^[\w+/]{11}=$/);
    expect(json["resources"]).toEqual([
      { name: "pizzas", singularName: "pizza", namespaced: true, kind: "Pizza", verbs, storageVersionHash: hash },
      {
        name: "toppings",
        singularName: "topping",
        namespaced: false,
        kind: "Topping",
        verbs,
        storageVersionHash: hash,
      },
    ]);
  });

  test("the aggregated document has an ETag, and the server does not send it again if it has not changed", async () => {
    const server = new InProcessServer();
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
    const { headers, json } = await server.get("/apis", { accept });
    expect(headers).toMatchObject({
      "content-type": "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
      "cache-control": "public",
      vary: "Accept",
    });
    expect(json["items"]).toMatchObject([
      { versions: [{ version: "v1beta1", freshness: "Current" }, { version: "v1alpha1" }] },
    ]);
    const again = await server.get("/apis", { accept, "if-none-match": String(headers["etag"]) });
    expect([again.status, again.text]).toEqual([304, ""]);
    const forCurl = await server.get("/apis", { accept, "user-agent": "curl/8" });
    expect([forCurl.text, forCurl.headers["etag"]]).toEqual([jsonText(json, 2), headers["etag"]]);
  });
});

describe("health checks", () => {
  test("the response is ok, or lists each check if requested", async () => {
    const server = new InProcessServer();
    expect((await server.get("/healthz")).text).toBe("ok");
    expect((await server.get("/readyz?verbose&exclude=etcd&exclude=x")).text).toBe(
      '[+]ping ok\n[+]log ok\n[+]etcd excluded: ok\n[+]etcd-readiness ok\n[+]shutdown ok\nwarn: some health checks cannot be excluded: no matches for "x"\nreadyz check passed\n',
    );
    expect((await server.get("/livez/ping")).text).toBe("ok");
  });

  test("only the endpoint of a check reports the reason of its failure", async () => {
    const server = new InProcessServer();
    await server.storage.close();
    expect((await server.get("/healthz")).text).toBe(
      "[+]ping ok\n[+]log ok\n[-]etcd failed: reason withheld\nhealthz check failed\n",
    );
    const alone = await server.get("/healthz/etcd");
    expect([alone.status, alone.text]).toEqual([500, "internal server error: the storage is closed\n"]);
  });
});
