import type { AdmissionPlugin, Storage, Strategy } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { ClusterPeer } from "../cluster/cluster-peer.js";
import { inCluster, putNamespace } from "../cluster/in-cluster.js";
import { hook, putWebhooks, WebhookServer } from "../cluster/webhook-server.js";
import { InProcessServer, type HarnessOptions, type Json } from "../harness.js";
import { withSubresources } from "./example.js";
import { garageGroup } from "./group.js";
import { car, cars, type Car } from "./types.js";

function server(options: HarnessOptions = {}, strategy: Strategy<Car> = withSubresources): InProcessServer {
  return new InProcessServer({ ...options, groups: [(storage) => garageGroup(storage, strategy)] });
}

const managersOf = (json: Json) =>
  Object.values(json["metadata"]?.["managedFields"] ?? {}).map((entry) => [
    entry["manager"],
    entry["operation"],
    entry["subresource"],
    JSON.stringify(entry["fieldsV1"]),
  ]);

describe("a subresource with create", () => {
  const program = (name: string) => ({ spec: { program: name } });

  test("gets the typed object and the typed request, and returns the response", async () => {
    const api = server();
    await api.post(cars, car("a"));
    const { status, json } = await api.post(`${cars}/a/wash`, { spec: { program: "short", rounds: 2 } });
    expect([status, json]).toEqual([
      201,
      {
        kind: "Wash",
        apiVersion: "garage.example.com/v1",
        metadata: { name: "a", namespace: "default" },
        spec: { program: "short", rounds: 2 },
        status: { message: "washed the red car 2 times" },
      },
    ]);
  });

  test("changes the object through a function, which belongs to the client and the subresource", async () => {
    const api = server();
    await api.post(cars, car("a"));
    await api.post(`${cars}/a/wash?fieldManager=cleaner`, program("respray"));
    const { json } = await api.get(`${cars}/a`);
    expect(json["spec"]?.["colour"]).toBe("white");
    expect(managersOf(json)).toContainEqual(["cleaner", "Update", "wash", '{"f:spec":{"f:colour":{}}}']);
  });

  test("stores nothing in a dry run", async () => {
    const api = server();
    await api.post(cars, car("a"));
    expect((await api.post(`${cars}/a/wash?dryRun=All`, program("respray"))).status).toBe(201);
    expect((await api.get(`${cars}/a`)).json["spec"]?.["colour"]).toBe("red");
  });

  test("checks the body like every create", async () => {
    const api = server();
    await api.post(cars, car("a"));
    const unknown = await api.post(`${cars}/a/wash?fieldValidation=Strict`, { spec: { program: "a", soap: 1 } });
    expect([unknown.status, unknown.json["message"]]).toEqual([
      400,
      'Wash in version "v1" cannot be handled as a Wash: strict decoding error: unknown field "spec.soap"',
    ]);
    expect((await api.post(`${cars}/a/wash`, { kind: "Car", apiVersion: "garage.example.com/v1" })).status).toBe(400);
    expect((await api.post(`${cars}/missing/wash`, program("a"))).status).toBe(404);
    expect((await api.post(`${cars}/a/wash`, { metadata: { namespace: "x" } })).status).toBe(400);
    for (const method of ["GET", "PUT", "DELETE"])
      expect((await api.send(method, `${cars}/a/wash`, { body: program("a") })).status).toBe(405);
    expect((await api.get(`${cars}/a/polish`)).status).toBe(404);
  });

  test("without a result responds with a Status", async () => {
    const api = server({}, { subresources: { wash: { kind: "Wash", create: () => undefined } } });
    await api.post(cars, car("a"));
    const { status, json } = await api.post(`${cars}/a/wash`, program("a"));
    expect([status, json]).toEqual([
      201,
      { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 },
    ]);
  });
});

describe("a subresource with get and update", () => {
  test("returns a part of the object, with its identity", async () => {
    const api = server();
    const { json: created } = await api.post(cars, car("a"));
    const { status, json } = await api.get(`${cars}/a/paint`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ kind: "Paint", apiVersion: "garage.example.com/v1", spec: { colour: "red" } });
    expect(json["metadata"]?.["uid"]).toBe(created["metadata"]?.["uid"]);
    expect((await api.get(`${cars}/missing/paint`)).status).toBe(404);
  });

  test("changes the object by PUT and PATCH, and records the manager", async () => {
    const api = server();
    await api.post(cars, car("a"));
    const { json } = await api.get(`${cars}/a/paint`);
    const put = await api.put(`${cars}/a/paint?fieldManager=painter`, { ...json, spec: { colour: "blue" } });
    expect([put.status, put.json["spec"]]).toEqual([200, { colour: "blue" }]);
    expect((await api.put(`${cars}/a/paint`, { ...json, spec: { colour: "black" } })).status).toBe(409);
    const patched = await api.patch(`${cars}/a/paint`, "json-patch", [
      { op: "test", path: "/spec/colour", value: "blue" },
      { op: "replace", path: "/spec/colour", value: "green" },
    ]);
    expect([patched.status, patched.json["spec"]]).toEqual([200, { colour: "green" }]);
    const stored = (await api.get(`${cars}/a`)).json;
    expect([stored["kind"], stored["spec"]]).toEqual(["Car", { colour: "green" }]);
    expect(managersOf(stored).map(([, , subresource]) => subresource)).toContain("paint");
    expect((await api.patch(`${cars}/a/paint`, "apply-patch", {})).status).toBe(415);
  });

  test("can have the kind of the resource", async () => {
    const api = server(
      {},
      {
        subresources: {
          brake: {
            kind: "Car",
            get: (_context, object) => object,
            update: (_context, object, { spec }: Car) => {
              object.spec = {
                ...object.spec,
                ...(spec.stopSeconds === undefined ? {} : { stopSeconds: spec.stopSeconds }),
              };
            },
          },
        },
      },
    );
    await api.post(cars, car("a"));
    const patch = { spec: { stopSeconds: 5, colour: "blue" } };
    const { json } = await api.patch(`${cars}/a/brake`, "merge-patch", patch);
    expect([json["kind"], json["spec"]]).toEqual(["Car", { colour: "red", stopSeconds: 5 }]);
    expect(managersOf(json).map(([, , subresource]) => subresource)).toContain("brake");
  });

  test("is validated like an update of the object", async () => {
    const api = server(
      {},
      {
        ...withSubresources,
        validateUpdate: () =>
          [{ type: "FieldValueForbidden", field: "spec.colour", badValue: "", detail: "no paint" }] as never,
      },
    );
    await api.post(cars, car("a"));
    expect((await api.patch(`${cars}/a/paint`, "merge-patch", { spec: { colour: "x" } })).status).toBe(422);
  });
});

describe("a subresource with a handler", () => {
  test("gets the options of the query and the path below it", async () => {
    const seen: unknown[] = [];
    const api = server(
      {},
      {
        subresources: {
          radio: {
            methods: ["GET", "DELETE"],
            hasPath: true,
            options: "RadioOptions",
            connect: (_context, object, { method, path }, options) => {
              seen.push([object.metadata.name, method, path, options]);
              return { status: 202, headers: { "x-own": "1" }, body: "heard" };
            },
          },
        },
      },
    );
    await api.post(cars, car("a"));
    const reply = await api.send(
      "DELETE",
      `${cars}/a/radio/channels//1?station=jazz&volume=3&stereo=&tags=x&tags=y&unknown=1`,
    );
    expect([reply.status, reply.headers["x-own"], reply.text]).toEqual([202, "1", "heard"]);
    expect(seen).toEqual([
      [
        "a",
        "DELETE",
        "channels//1",
        {
          kind: "RadioOptions",
          apiVersion: "garage.example.com/__internal",
          station: "jazz",
          volume: 3,
          stereo: true,
          tags: ["x", "y"],
          path: "channels//1",
        },
      ],
    ]);
    expect((await api.get(`${cars}/a/radio?volume=loud`)).status).toBe(400);
    expect((await api.send("POST", `${cars}/a/radio`)).status).toBe(405);
    expect((await api.get(`${cars}/missing/radio`)).status).toBe(404);
    const dry = await api.get(`${cars}/a/radio?dryRun=All`);
    expect([dry.status, dry.json["message"]]).toEqual([400, "dryRun is not supported"]);
  });

  test("without hasPath serves no paths below it", async () => {
    const api = server({}, { subresources: { radio: { methods: ["GET"], connect: () => ({ body: "" }) } } });
    await api.post(cars, car("a"));
    expect([(await api.get(`${cars}/a/radio`)).status, (await api.get(`${cars}/a/radio/x`)).status]).toEqual([
      200, 404,
    ]);
  });

  test("that needs a websocket refuses other requests", async () => {
    const connect = () => ({ webSocket: () => Promise.resolve() });
    const api = server({}, { subresources: { radio: { methods: ["GET"], connect } } });
    await api.post(cars, car("a"));
    const { status, json } = await api.get(`${cars}/a/radio`);
    expect([status, json["message"]]).toEqual([400, "radio needs a websocket: send the header Upgrade: websocket"]);
  });

  test("has no deadline, and counts with the verb CONNECT", async () => {
    const connect = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { body: "late" };
    };
    const api = server({}, { subresources: { radio: { methods: ["GET"], connect } } });
    await api.post(cars, car("a"));
    expect((await api.get(`${cars}/a/radio?timeout=1ms`)).text).toBe("late");
    const text = (await api.get("/metrics")).text;
    expect(text).toMatch(
      /apiserver_request_total\{.*(?=.*verb="CONNECT")(?=.*resource="cars")(?=.*scope="resource")(?=.*subresource="radio").*\} 1/,
    );
  });
});

describe("admission and authorization of subresources", () => {
  interface Seen {
    readonly operation: string;
    readonly kind: string;
    readonly subresource: string;
    readonly name: string;
    readonly object: unknown;
  }

  function recorder(): { readonly seen: Seen[]; readonly plugin: AdmissionPlugin } {
    const seen: Seen[] = [];
    return {
      seen,
      plugin: {
        name: "Recorder",
        handles: () => true,
        admit: ({ operation, kind, subresource, name, object }) => {
          if (subresource !== "") seen.push({ operation, kind: kind.kind, subresource, name, object });
          if (object !== undefined && "station" in object && object["station"] === "secret")
            throw Object.assign(new Error("no secret stations"));
          return Promise.resolve();
        },
      },
    };
  }

  test("plugins get the operation, the kind and the object of the subresource", async () => {
    const { seen, plugin } = recorder();
    const api = server({ admission: [plugin] });
    await api.post(cars, car("a"));
    await api.post(`${cars}/a/wash`, { spec: { program: "short" } });
    await api.patch(`${cars}/a/paint`, "merge-patch", { spec: { colour: "blue" } });
    await api.response("GET", `${cars}/a/radio?station=jazz`);
    expect(seen.map(({ operation, kind, subresource, name }) => [operation, kind, subresource, name])).toEqual([
      ["CREATE", "Wash", "wash", "a"],
      ["UPDATE", "Paint", "paint", "a"],
      ["CONNECT", "RadioOptions", "radio", "a"],
    ]);
    expect(seen[2]?.object).toMatchObject({ station: "jazz" });
  });

  test("a plugin refuses a connection before the handler gets it", async () => {
    const { plugin } = recorder();
    const api = server({ admission: [plugin] });
    await api.post(cars, car("a"));
    expect((await api.get(`${cars}/a/radio?station=secret`)).status).toBe(500);
  });

  test("authorizers get the subresource, and the verb of the HTTP method", async () => {
    const asked: string[] = [];
    const api = server({
      config: {
        authorizers: [
          ({ info }) => {
            asked.push(`${info.verb} ${info.resource}/${info.subresource} ${info.name}`);
            return "allow";
          },
        ],
      },
    });
    await api.post(cars, car("a"));
    asked.length = 0;
    await api.post(`${cars}/a/wash`, { spec: { program: "short" } });
    await api.get(`${cars}/a/paint`);
    await api.patch(`${cars}/a/paint`, "merge-patch", {});
    await api.response("GET", `${cars}/a/radio/x`);
    await api.response("POST", `${cars}/a/radio`);
    expect(asked).toEqual([
      "create cars/wash a",
      "get cars/paint a",
      "patch cars/paint a",
      "get cars/radio a",
      "create cars/radio a",
    ]);
  });
});

describe("webhooks of a cluster", () => {
  test("review the requests of subresources, with the options of a connection", async () => {
    const peer = await ClusterPeer.start();
    const hooks = await WebhookServer.start();
    try {
      putNamespace(peer, "default");
      hooks.on("/review");
      const selective = hook("selective.example.com", hooks.url("/selective"), {
        objectSelector: { matchLabels: { a: "b" } },
      });
      putWebhooks(peer, "validating", "w", hook("review.example.com", hooks.url("/review")), selective);
      const groups = [(storage: Storage) => garageGroup(storage, withSubresources)];
      const api = await inCluster(peer, { resolveService: hooks.resolve, groups });
      await api.post(cars, car("a"));
      await api.post(`${cars}/a/wash`, { spec: { program: "short" } });
      await api.response("GET", `${cars}/a/radio?station=jazz`);
      const seen = hooks.calls.map(({ url, review }) => {
        const { operation, subResource, requestKind, object, options } = review["request"] ?? {};
        return [url, operation, subResource, requestKind?.["kind"], object?.["station"], options?.["kind"]];
      });
      expect(seen).toEqual([
        ["/review?timeout=10s", "CREATE", undefined, "Car", undefined, "CreateOptions"],
        ["/review?timeout=10s", "CREATE", "wash", "Wash", undefined, "CreateOptions"],
        ["/review?timeout=10s", "CONNECT", "radio", "RadioOptions", "jazz", undefined],
      ]);
      expect(hooks.calls.at(-1)?.review["request"]?.["options"]).toBeNull();
    } finally {
      await hooks.close();
      await peer.close();
    }
  });
});
