import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textOf, toppings, type Json } from "../harness.js";
import { APIClient, itemsOf, type APIResponse } from "./api-client.js";
import { ServerProcess } from "./built-server.js";

const backends = {
  memory: ["--storage-backend=memory"],
  embedded: ["--storage-backend=embedded"],
  "embedded without a watch cache": ["--storage-backend=embedded", "--watch-cache=false"],
};

/**
 * Toppings at the newest revision, 8. Revisions 2 to 6 created the toppings a to e, revision 7
 * changed a, and revision 8 deleted b.
 */
const now = ["a", "c", "d", "e"];

/**
 * Queries of list requests, with their results. The queries combine resourceVersion,
 * resourceVersionMatch, limit and continue.
 */
const lists: readonly [string, object][] = [
  ["", { names: now, resourceVersion: "8" }],
  ["limit=0", { names: now, resourceVersion: "8" }],
  ["limit=-1", { names: now, resourceVersion: "8" }],
  ["limit=4", { names: now, resourceVersion: "8" }],
  ["limit=2", { names: ["a", "c"], resourceVersion: "8", remaining: 2 }],
  ["resourceVersion=0", { names: now, resourceVersion: "8" }],
  ["resourceVersion=0&limit=2", { names: now, resourceVersion: "8" }],
  ["resourceVersion=0&resourceVersionMatch=NotOlderThan&limit=2", { names: now, resourceVersion: "8" }],
  ["resourceVersion=4", { names: now, resourceVersion: "8" }],
  ["resourceVersion=4&resourceVersionMatch=NotOlderThan", { names: now, resourceVersion: "8" }],
  [
    "resourceVersion=4&resourceVersionMatch=NotOlderThan&limit=3",
    { names: ["a", "c", "d"], resourceVersion: "8", remaining: 1 },
  ],
  ["resourceVersion=4&limit=2", { names: ["a", "b"], resourceVersion: "4", continues: true }],
  ["resourceVersion=4&limit=3", { names: ["a", "b", "c"], resourceVersion: "4" }],
  ["resourceVersion=4&resourceVersionMatch=Exact", { names: ["a", "b", "c"], resourceVersion: "4" }],
  ["resourceVersion=4&resourceVersionMatch=Exact&limit=1", { names: ["a"], resourceVersion: "4", continues: true }],
  ["resourceVersion=8&resourceVersionMatch=Exact", { names: now, resourceVersion: "8" }],
  [`continue=${token(4, "/a\0")}`, { names: ["b", "c"], resourceVersion: "4" }],
  [`continue=${token(4, "a\0")}&limit=1`, { names: ["b"], resourceVersion: "4", continues: true }],
  [`continue=${token(-1, "/a\0")}&limit=1`, { names: ["c"], resourceVersion: "8", remaining: 2 }],
];

const badNumber = (text: string, why: string) =>
  `resourceVersion: Invalid value: "${text}": strconv.ParseUint: parsing "${text}": ${why}`;
const badListNumber = (text: string, why: string) => `invalid resource version: ${badNumber(text, why)}`;
const badOptions = (text: string) => `ListOptions.meta.k8s.io "" is invalid: ${text}`;
const badToken = (text: string) => `invalid continue token: continue key is not valid: ${text}`;
const matchForbidden = (text: string) => `resourceVersionMatch: Forbidden: ${text}`;

const refusals: readonly [string, number, string][] = [
  ["resourceVersion=abc", 400, badListNumber("abc", "invalid syntax")],
  ["resourceVersion=-1", 400, badListNumber("-1", "invalid syntax")],
  ["resourceVersion=18446744073709551616", 400, badListNumber("18446744073709551616", "value out of range")],
  ["limit=x", 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
  [
    `resourceVersion=4&continue=${token(4, "/a\0")}`,
    400,
    "specifying resource version is not allowed when using continue",
  ],
  [
    "resourceVersionMatch=NotOlderThan",
    422,
    badOptions(matchForbidden("resourceVersionMatch is forbidden unless resourceVersion is provided")),
  ],
  [
    "resourceVersion=0&resourceVersionMatch=Exact",
    422,
    badOptions(matchForbidden('resourceVersionMatch "exact" is forbidden for resourceVersion "0"')),
  ],
  [
    "resourceVersion=2&resourceVersionMatch=X",
    422,
    badOptions('resourceVersionMatch: Unsupported value: "X": supported values: "Exact", "NotOlderThan", ""'),
  ],
  [
    `resourceVersion=0&resourceVersionMatch=NotOlderThan&continue=${token(4, "/a\0")}`,
    422,
    badOptions(matchForbidden("resourceVersionMatch is forbidden when continue is provided")),
  ],
  ["sendInitialEvents=true", 422, badOptions("sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list")],
  ["continue=%3F", 400, badToken("illegal base64 data at input byte 0")],
  ["continue=bWFy", 400, badToken("invalid character 'm' looking for beginning of value")],
  [
    `continue=${encoded({ v: "x", rv: 3, start: "/a" })}`,
    400,
    badToken("server does not recognize this encoded version x"),
  ],
  [`continue=${token(0, "/a")}`, 400, badToken("incorrect encoded start resourceVersion (version meta.k8s.io/v1)")],
  [
    `continue=${token(1.5, "/a")}`,
    400,
    badToken("json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64"),
  ],
  [`continue=${token(4, "")}`, 400, badToken("encoded start key empty (version meta.k8s.io/v1)")],
  [`continue=${token(4, "/../pizzas/a")}`, 400, badToken("/../pizzas/a")],
  [`continue=${token(4, "//a")}`, 400, badToken("//a")],
];

const gets: readonly [string, number, string][] = [
  ["", 200, "7"],
  ["resourceVersion=0", 200, "7"],
  ["resourceVersion=4", 200, "7"],
  ["resourceVersion=8", 200, "7"],
  ["resourceVersion=abc", 400, badNumber("abc", "invalid syntax")],
];

const added = ["ADDED a 7", "ADDED c 4", "ADDED d 5", "ADDED e 6"];
const initial = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
const watches: readonly [string, readonly string[]][] = [
  ["", added],
  ["resourceVersion=0", added],
  ["allowWatchBookmarks=true", [...added, "BOOKMARK  8 end"]],
  [`${initial}&allowWatchBookmarks=true`, [...added, "BOOKMARK  8 end"]],
  [`${initial}&resourceVersion=4&allowWatchBookmarks=true`, [...added, "BOOKMARK  8 end"]],
  [initial, added],
  [`${initial}&resourceVersion=99`, ["ERROR 504 Timeout: Too large resource version: 99, current: 8"]],
  ["sendInitialEvents=false&resourceVersionMatch=NotOlderThan", []],
  ["sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=7", ["DELETED b 8"]],
  ["resourceVersion=5", ["ADDED e 6", "MODIFIED a 7", "DELETED b 8"]],
  ["resourceVersion=8", []],
  ["resourceVersion=99", []],
];

const failed = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure" };

for (const [name, flags] of Object.entries(backends)) {
  describe(name, () => {
    const whole = start([...flags, "--etcd-compaction-interval=0s"]);
    const forgetful = start([...flags, "--etcd-compaction-interval=300ms"]);

    test.each(lists)("the list ?%s has the expected items and revision", async (query, expected) => {
      expect(brief(await whole().send("GET", `${toppings}?${query}`))).toEqual(expected);
    });

    test.each(refusals)("the server refuses the list ?%s", async (query, status, message) => {
      for (const method of ["GET", "DELETE"]) {
        const { json } = await whole().send(method, `${toppings}?${query}`);
        expect([json["code"], json["message"]]).toEqual([status, message]);
      }
    });

    test.concurrent("a read at a future revision is a timeout", async () => {
      const queries = [
        "resourceVersion=99",
        "resourceVersion=99&resourceVersionMatch=Exact",
        "resourceVersion=99&limit=2",
        `continue=${token(99, "/a\0")}`,
      ];
      const responses = await Promise.all(
        [...queries.map((query) => `${toppings}?${query}`), `${toppings}/a?resourceVersion=99`].map((path) =>
          whole().send("GET", path),
        ),
      );
      for (const { headers, json } of responses) {
        expect(headers["retry-after"]).toBe("1");
        expect(json).toEqual({
          kind: "Status",
          apiVersion: "v1",
          metadata: {},
          status: "Failure",
          message: "Timeout: Too large resource version: 99, current: 8",
          reason: "Timeout",
          details: {
            causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
            retryAfterSeconds: 1,
          },
          code: 504,
        });
      }
    });

    test("all pages have the revision of the first; with a selector the server does not count the rest", async () => {
      for (const [selector, remaining] of [
        ["", 2],
        ["labelSelector=!x&", undefined],
      ] as const) {
        const first = await whole().send("GET", `${toppings}?${selector}limit=2`);
        const { continue: next, ...metadata } = first.json["metadata"] ?? {};
        expect([names(first), metadata]).toEqual([
          ["a", "c"],
          { resourceVersion: "8", ...(remaining === undefined ? {} : { remainingItemCount: remaining }) },
        ]);
        expect(JSON.parse(Buffer.from(textOf(next), "base64url").toString())).toEqual({
          v: "meta.k8s.io/v1",
          rv: 8,
          start: "/c\0",
        });
        for (const version of ["", "resourceVersion=0&"]) {
          expect(
            brief(await whole().send("GET", `${toppings}?${selector}${version}limit=2&continue=${textOf(next)}`)),
          ).toEqual({ names: ["d", "e"], resourceVersion: "8" });
        }
      }
    });

    test.each(gets)("the get ?%s has the expected result", async (query, status, expected) => {
      const { json } = await whole().send("GET", `${toppings}/a?${query}`);
      expect([json["code"] ?? 200, json["message"] ?? json["metadata"]?.["resourceVersion"]]).toEqual([
        status,
        expected,
      ]);
    });

    test.concurrent.each(watches)("the watch ?%s sends the expected events", async (query, expected) => {
      const events: string[] = [];
      await whole().watch(`${toppings}?watch=1&timeoutSeconds=1&${query}`, ({ type, object = {} }) => {
        const { name, resourceVersion, annotations } = object["metadata"] ?? {};
        const code = object["code"];
        const end = annotations?.["k8s.io/initial-events-end"] === undefined ? "" : " end";
        events.push(
          code === undefined
            ? `${textOf(type)} ${textOf(name)} ${textOf(resourceVersion)}${end}`
            : `${textOf(type)} ${JSON.stringify(code)} ${textOf(object["message"])}`,
        );
      });
      expect(events).toEqual(expected);
    });

    test("the deletion of a collection with a limit deletes a page and returns a continue token", async () => {
      const response = await whole().send("DELETE", `${toppings}?dryRun=All&limit=3`);
      expect([
        names(response),
        response.json["metadata"]?.["remainingItemCount"],
        typeof response.json["metadata"]?.["continue"],
      ]).toEqual([["a", "c", "d"], 1, "string"]);
    });

    test("a compacted revision is a 410, with a token for the rest of a paged list; a watch sends it as an event", async () => {
      const client = forgetful();
      const exact = `${toppings}?resourceVersion=4&resourceVersionMatch=Exact`;
      let response = await client.send("GET", exact);
      while (response.status === 200) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        response = await client.send("GET", exact);
      }
      expect(response.json).toEqual({
        ...failed,
        message: "The resourceVersion for the provided list is too old.",
        reason: "Expired",
        code: 410,
      });
      const page = await client.send("GET", `${toppings}?limit=2&continue=${token(4, "/a\0")}`);
      const { continue: rest } = page.json["metadata"] ?? {};
      expect(page.json).toMatchObject({
        reason: "Expired",
        code: 410,
        message: expect.stringMatching(
          /^The provided continue parameter is too old to display a consistent list result\. /,
        ) as string,
      });
      const others = await client.send("GET", `${toppings}?limit=2&continue=${textOf(rest)}`);
      expect([
        names(others),
        others.json["metadata"]?.["resourceVersion"],
        others.json["metadata"]?.["remainingItemCount"],
      ]).toEqual([["c", "d"], "8", 1]);
      expect(
        JSON.parse(Buffer.from(textOf(others.json["metadata"]?.["continue"]), "base64url").toString()),
      ).toMatchObject({ rv: 8 });

      const events: Json[] = [];
      await client.watch(`${toppings}?watch=1&timeoutSeconds=1&resourceVersion=2`, (event) => events.push(event));
      // The store has compacted these revisions, but the watch cache can still contain them.
      if (!flags.includes("--watch-cache=false"))
        expect(events.map(({ type }) => type)).toEqual(["ADDED", "ADDED", "ADDED", "ADDED", "MODIFIED", "DELETED"]);
      else
        expect(events).toMatchObject([
          {
            type: "ERROR",
            object: {
              ...failed,
              code: 410,
              reason: "Expired",
              message: expect.stringMatching(/^too old resource version: 2 \(\d\)$/) as string,
            },
          },
        ]);
    });
  });
}

/**
 * Defines hooks that start a server with the toppings before a group of tests, and stop it
 * afterwards. Returns a function that returns the client.
 */
function start(flags: readonly string[]): () => APIClient {
  let folder = "";
  let server: ServerProcess | undefined;
  let client: APIClient | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "apimachinery-matrix-"));
    const kubeconfig = join(folder, "kubeconfig");
    server = new ServerProcess(
      "--bind-address=127.0.0.1",
      "--secure-port=0",
      `--data-dir=${folder}`,
      `--write-kubeconfig=${kubeconfig}`,
      ...flags,
    );
    client = new APIClient(await server.serving(), kubeconfig);
    for (const name of ["a", "b", "c", "d", "e"])
      await client.send("POST", toppings, { metadata: { name }, spec: { cost: 1 } });
    await client.send("PUT", `${toppings}/a`, {
      metadata: { name: "a", resourceVersion: "2", annotations: { changed: "yes" } },
      spec: { cost: 1 },
    });
    await client.send("DELETE", `${toppings}/b`);
  });
  afterAll(async () => {
    client?.close();
    server?.child.kill("SIGKILL");
    await server?.ended();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => client as APIClient;
}

function names(response: APIResponse): readonly string[] {
  return itemsOf(response).map(({ metadata }) => textOf(metadata?.["name"]));
}

function brief(response: APIResponse): object {
  const { resourceVersion, remainingItemCount, continue: next } = response.json["metadata"] ?? {};
  // The server does not count the remaining items if the revision of a page is not in the watch
  // cache.
  if (remainingItemCount !== undefined) expect(next).toBeDefined();
  const rest = remainingItemCount === undefined ? { continues: true } : { remaining: remainingItemCount };
  return { names: names(response), resourceVersion, ...(next === undefined ? {} : rest) };
}

function token(rv: number, start: string): string {
  return encoded({ v: "meta.k8s.io/v1", rv, start });
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
