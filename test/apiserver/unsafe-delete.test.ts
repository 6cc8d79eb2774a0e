import type { Authorizer, Decision } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { InProcessServer, pizza, pizzas } from "./harness.js";

const key =
  "/registry/pizza-apiserver.programming-kubernetes.info/restaurant.programming-kubernetes.info/pizzas/default/broken";
const option = "ignoreStoreReadErrorWithClusterBreakingPotential";
const verb = "unsafe-delete-ignore-read-errors";
const user = { name: "user", groups: [], extra: {} };
const notPermitted = `pizzas.restaurant.programming-kubernetes.info "broken" is forbidden: not permitted to do "${verb}", reason: `;

/**
 * Returns a server with the readable pizza `a` and the unreadable pizza `broken`.
 * @param decide decides whether a user may use the verb for unsafe deletion
 */
async function withBroken(
  unsafe: () => Decision,
): Promise<{ readonly server: InProcessServer; readonly asked: string[] }> {
  const asked: string[] = [];
  const authorizer: Authorizer = ({ info }) => {
    if (info.verb !== verb) return "allow";
    asked.push(`${info.verb} ${info.group}/${info.version} ${info.namespace} ${info.resource} ${info.name}`);
    return unsafe();
  };
  const server = new InProcessServer({ config: { authenticators: [() => user], authorizers: [authorizer] } });
  await server.post(pizzas, pizza("a", "tomato"));
  await server.storage.create(key, Buffer.from("nonsense"));
  return { server, asked };
}

const exists = async (server: InProcessServer) => (await server.storage.get(key)).item !== undefined;

describe("AuthorizeUnsafeDelete", () => {
  const neverAsked = (): Decision => {
    throw new Error("the authorizer must not be asked");
  };

  test.each<
    readonly [name: string, method: string, path: string, body: unknown, code: number, message: string | undefined]
  >([
    ["operation is not delete, admit", "PATCH", `${pizzas}/a?${option}=true`, {}, 200, undefined],
    ["delete, operation option is nil, admit", "DELETE", `${pizzas}/a`, undefined, 200, undefined],
    [
      "delete, operation option is not a match, forbid",
      "DELETE",
      `${pizzas}/a`,
      { kind: "PatchOptions", [option]: true },
      400,
      'no kind "PatchOptions" is registered for version "meta.k8s.io/v1"',
    ],
    ["delete, the option is nil, admit", "DELETE", `${pizzas}/a`, { kind: "DeleteOptions" }, 200, undefined],
    ["delete, the option is false, admit", "DELETE", `${pizzas}/a?${option}=false`, undefined, 200, undefined],
    [
      "delete, the option is true, no resource request, forbid",
      "DELETE",
      `/apis?${option}=true`,
      undefined,
      404,
      undefined,
    ],
    [
      "delete, the option is true, subresource request, forbid",
      "DELETE",
      `${pizzas}/a/status?${option}=true`,
      undefined,
      405,
      undefined,
    ],
    [
      "delete, the option is true, subresource that does not exist, forbid",
      "DELETE",
      `${pizzas}/a/nope?${option}=true`,
      undefined,
      404,
      undefined,
    ],
  ])("%s", async (_, method, path, body, code, message) => {
    const { server, asked } = await withBroken(neverAsked);
    const { status, json } = await server.send(method, path, {
      body,
      headers: method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {},
    });
    expect([404, 405].includes(code) ? [404, 405] : [code]).toContain(status);
    if (message !== undefined) expect(json["message"]).toBe(message);
    expect(asked).toEqual([]);
  });

  test.each<readonly [name: string, unsafe: () => Decision, code: number, message: string | undefined]>([
    [
      "delete, the option is true, authorizer returns error, forbid",
      () => {
        throw new Error("unexpected error");
      },
      403,
      `pizzas.restaurant.programming-kubernetes.info "broken" is forbidden: error while checking permission for "${verb}", unexpected error`,
    ],
    ["delete, the option is true, user does not have permission, forbid", () => "deny", 403, notPermitted],
    ["delete, the option is true, authorizer gives no opinion, forbid", () => "no opinion", 403, notPermitted],
    ["delete, the option is true, user has permission, admit", () => "allow", 200, undefined],
  ])("%s", async (_, unsafe, code, message) => {
    const { server, asked } = await withBroken(unsafe);
    const { json } = await server.delete(`${pizzas}/broken`, { [option]: true });
    expect([json["code"], json["message"]]).toEqual([code, message]);
    expect(asked).toEqual([`${verb} restaurant.programming-kubernetes.info/v1beta1 default pizzas broken`]);
    expect(await exists(server)).toBe(code !== 200);
  });
});

describe("DeleteResourceWithUnsafeDeletionFlow", () => {
  const allow = (): Decision => "allow";

  test.each([
    ["is not set", ""],
    ["is false", `?${option}=false`],
  ])("if the option %s, the normal deletion runs", async (_, query) => {
    const { server, asked } = await withBroken(allow);
    expect((await server.delete(`${pizzas}/a${query}`)).status).toBe(200);
    expect((await server.delete(`${pizzas}/broken${query}`)).json).toMatchObject({
      code: 500,
      reason: "InternalError",
    });
    expect([asked, await exists(server)]).toEqual([[], true]);
  });

  test("if the option is true and the user is not authorized, the server deletes nothing", async () => {
    const { server } = await withBroken(() => "deny");
    expect((await server.delete(`${pizzas}/broken?${option}=true`)).json).toMatchObject({
      code: 403,
      message: notPermitted,
    });
    expect(await exists(server)).toBe(true);
  });

  test("if the option is true and the user is authorized, the unsafe deletion runs without checks", async () => {
    const { server } = await withBroken(allow);
    const { json } = await server.delete(`${pizzas}/broken?${option}=true`);
    expect(json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Success",
      details: { name: "broken", kind: "Pizza" },
      code: 200,
    });
    expect((await server.delete(`${pizzas}/broken?${option}=true`)).json).toMatchObject({
      code: 404,
      reason: "NotFound",
    });
  });

  test("the server does not call admission for an unreadable object", async () => {
    const calls: string[] = [];
    const record = (step: string) => () => Promise.resolve(void calls.push(step));
    const plugin = { name: "Recorder", handles: () => true, admit: record("admit"), validate: record("validate") };
    const server = new InProcessServer({ admission: [plugin] });
    await server.storage.create(key, Buffer.from("nonsense"));
    expect((await server.delete(`${pizzas}/broken?${option}=true`)).status).toBe(200);
    expect(calls).toEqual([]);
  });

  test("a dry run returns the result and deletes nothing", async () => {
    const { server } = await withBroken(allow);
    expect((await server.delete(`${pizzas}/broken?${option}=true&dryRun=All`)).json["status"]).toBe("Success");
    expect((await server.delete(`${pizzas}/a?${option}=true&dryRun=All`)).status).toBe(409);
    expect((await server.delete(`${pizzas}/nope?${option}=true&dryRun=All`)).status).toBe(404);
    expect(await exists(server)).toBe(true);
  });

  test("the server does not delete a readable object with the option, whatever the user may do", async () => {
    const { server } = await withBroken(allow);
    expect((await server.delete(`${pizzas}/a?${option}=true`)).json).toMatchObject({ code: 409, reason: "Conflict" });
    expect((await server.get(`${pizzas}/a`)).status).toBe(200);
  });
});

describe("DeleteCollectionWithUnsafeDeletionFlow", () => {
  test.each([
    ["is not set", ""],
    ["is false", `?${option}=false`],
  ])("if the option %s, the server deletes the collection", async (_, query) => {
    const server = new InProcessServer();
    await server.post(pizzas, pizza("a", "tomato"));
    expect((await server.delete(pizzas + query)).status).toBe(200);
    expect((await server.get(pizzas)).json["items"]).toEqual([]);
  });

  test.each(["broken", "a", "nothing"])(
    "if the option is true and %s is selected, the request is invalid",
    async (selected) => {
      const { server, asked } = await withBroken(() => "allow");
      const { json } = await server.delete(`${pizzas}?${option}=true&fieldSelector=metadata.name%3D${selected}`);
      expect(json).toEqual({
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: `DeleteOptions.meta.k8s.io "" is invalid: ${option}: Invalid value: true: is not allowed with DELETECOLLECTION, try again after removing the option`,
        reason: "Invalid",
        details: {
          group: "meta.k8s.io",
          kind: "DeleteOptions",
          causes: [
            {
              reason: "FieldValueInvalid",
              message: "Invalid value: true: is not allowed with DELETECOLLECTION, try again after removing the option",
              field: option,
            },
          ],
        },
        code: 422,
      });
      expect([asked, await exists(server), (await server.get(`${pizzas}/a`)).status]).toEqual([[], true, 200]);
    },
  );
});
