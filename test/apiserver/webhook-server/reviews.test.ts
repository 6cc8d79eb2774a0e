import { newAdmissionForbidden, type AdmissionPlugin, type GroupDefinition } from "@apimachinery/apiserver";
import { field } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import type { Pizza } from "../../../apis/restaurant/types.js";
import { restaurantGroup } from "../../../cmd/pizza-apiserver/restaurant-group.js";
import { group, patched, patchIn, pizza, pizzaRequest, Webhooks } from "./webhook-harness.js";

describe("ConversionReview", () => {
  const webhooks = new Webhooks();

  test("converts all objects in their order", async () => {
    const response = await webhooks.convert(
      "v1beta1",
      pizza("v1alpha1", ["salami", "salami", "basil"]),
      pizza("v1alpha1", ["tomato"]),
    );
    expect(response).toMatchObject({
      uid: "u1",
      result: { status: "Success" },
      convertedObjects: [
        {
          spec: {
            toppings: [
              { name: "salami", quantity: 2 },
              { name: "basil", quantity: 1 },
            ],
          },
        },
        { spec: { toppings: [{ name: "tomato", quantity: 1 }] } },
      ],
    });
  });

  test("keeps metadata and unknown fields, and sets no defaults", async () => {
    const metadata = { name: "a", uid: "1", creationTimestamp: "2026-01-02T03:04:05Z", generation: 3, x: "y" };
    const sent = { ...pizza("v1beta1", []), metadata, colour: "red", spec: { toppings: [], oven: { hot: true } } };
    const { convertedObjects } = await webhooks.convert("v1alpha1", sent);
    expect(convertedObjects).toEqual([
      {
        ...sent,
        apiVersion: `${group}/v1alpha1`,
        kind: "Pizza",
        status: {},
        spec: { toppings: [], oven: { hot: true } },
      },
    ]);
  });

  test("converts no object if all of them together are larger than an answer", async () => {
    const counted = Array.from({ length: 100 }, (_, index) => ({ name: `topping-${index}`, quantity: 1000 }));
    const objects = Array.from({ length: 50 }, () => pizza("v1beta1", counted));
    const sent = JSON.stringify(objects).length;
    expect(sent).toBeLessThan(250_000);
    const response = await webhooks.convert("v1alpha1", ...objects);
    expect(response).toEqual({
      uid: "u1",
      convertedObjects: [],
      result: {
        status: "Failure",
        message:
          "the converted objects have more than 16777216 bytes in total; list fewer objects in a request: set its parameter limit",
      },
    });
    expect(await webhooks.convert("v1alpha1", ...objects.slice(0, 10))).toMatchObject({
      result: { status: "Success" },
    });
  });

  test("handles other requests between two objects", async () => {
    const order: string[] = [];
    const converted = webhooks
      .convert("v1beta1", ...Array.from({ length: 100 }, () => pizza("v1alpha1", ["salami"])))
      .then(() => order.push("converted"));
    await new Promise(setImmediate);
    order.push((await webhooks.send("/healthz", { method: "GET" })).text);
    await converted;
    expect(order).toEqual(["ok", "converted"]);
  });

  test("refuses a review that is nested too deeply", async () => {
    const deep = `${'{"x":'.repeat(3000)}1${"}".repeat(3000)}`;
    const { status, json } = await webhooks.send("/convert", { body: `{"request":${deep}}` });
    expect(status).toBe(400);
    expect(json["message"]).toBe("failed to decode body: invalid character '{' exceeded max depth");
  });

  test("converts no object if one of them cannot be converted", async () => {
    const response = await webhooks.convert("v1beta1", pizza("v1alpha1", ["salami"]), pizza("v1alpha1", [7]));
    expect(response).toMatchObject({ convertedObjects: [], result: { status: "Failure" } });
    expect(response["result"]?.["message"]).toMatch(/^default\/a: json: cannot unmarshal number/);
  });

  test.each([
    [
      "a version that does not exist",
      "v7",
      pizza("v1alpha1", []),
      "cannot convert restaurant.programming-kubernetes.info/v1alpha1 to",
    ],
    [
      "a kind that the version does not have",
      "v1beta1",
      { ...pizza("v1alpha1", []), kind: "Topping", spec: { cost: 1 } },
      'no kind "Topping"',
    ],
    ["an unknown kind", "v1beta1", { ...pizza("v1alpha1", []), kind: "Pasta" }, 'no kind "Pasta" is registered'],
  ])("names %s", async (_, version, object, message) => {
    const { result } = await webhooks.convert(version, object);
    expect(result).toMatchObject({ status: "Failure", message: expect.stringContaining(message) as string });
  });

  test("an object that has the version already is returned unchanged", async () => {
    const object = pizza("v1beta1", [{ name: "salami" }]);
    expect((await webhooks.convert("v1beta1", object))["convertedObjects"]).toEqual([object]);
  });

  test("the answer has the version of the review", async () => {
    const request = { uid: "u", desiredAPIVersion: `${group}/v1beta1`, objects: [] };
    const body = { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1beta1", request };
    const { json } = await webhooks.send("/convert/v1beta1/pizza", { body });
    expect(json).toEqual({
      ...body,
      request: undefined,
      response: { uid: "u", convertedObjects: [], result: { status: "Success" } },
    });
  });
});

describe("mutating", () => {
  test("sets the defaults of the version by a minimal patch", async () => {
    const sent = pizza("v1beta1", [{ name: "salami", quantity: 0 }], { colour: "red" });
    const response = await new Webhooks().review("/mutate", pizzaRequest("v1beta1", sent));
    expect(response).toMatchObject({ uid: "u1", allowed: true, patchType: "JSONPatch" });
    expect(patchIn(response)).toEqual([{ op: "replace", path: "/spec/toppings/0/quantity", value: 1 }]);
  });

  test("an object that is complete gets no patch", async () => {
    const sent = pizza("v1alpha1", ["salami"]);
    const response = await new Webhooks().review("/admit/v1beta1/pizza", pizzaRequest("v1alpha1", sent), "v1beta1");
    expect(response).toEqual({ uid: "u1", allowed: true });
  });

  test("strategies prepare objects, and plugins change them", async () => {
    const groupWithStrategy: GroupDefinition = {
      ...restaurantGroup,
      kinds: {
        ...restaurantGroup.kinds,
        Pizza: {
          prepareForCreate: ({ user }, object: Pizza) => {
            object.metadata.labels = { ...object.metadata.labels, owner: user.name };
          },
        },
      },
    };
    const basil: AdmissionPlugin = {
      name: "Basil",
      handles: (operation) => operation === "CREATE",
      admit: ({ object }) => {
        (object as Pizza).spec.toppings.push({ name: "basil", quantity: 1 });
        return Promise.resolve();
      },
    };
    const webhooks = new Webhooks({ groups: [groupWithStrategy], plugins: [basil] });
    const sent = pizza("v1alpha1", ["salami"], { colour: "red" });
    const response = await webhooks.review("/mutate", pizzaRequest("v1alpha1", sent));
    expect(patched(sent, response)).toEqual({
      ...pizza("v1alpha1", ["salami", "basil"], { colour: "red" }),
      metadata: { name: "a", namespace: "default", labels: { owner: "cook" } },
    });
  });

  test("a value of a wrong type is refused with the message of an API server", async () => {
    const response = await new Webhooks().review("/mutate", pizzaRequest("v1alpha1", pizza("v1alpha1", [1])));
    expect(response).toMatchObject({ allowed: false, status: { code: 400, reason: "BadRequest" } });
    expect(response["status"]?.["message"]).toMatch(
      /^Pizza in version "v1alpha1" cannot be handled as a Pizza: json: .*\(the value must be /,
    );
  });
});

describe("validating", () => {
  test("the rules of the type are checked, with Kubernetes' errors", async () => {
    const sent = pizza("v1beta1", [{ name: "", quantity: 2000 }]);
    const response = await new Webhooks().review("/validate", pizzaRequest("v1beta1", sent));
    expect(response).toMatchObject({ allowed: false, status: { code: 422, reason: "Invalid" } });
    expect(response["status"]?.["message"]).toContain("spec.toppings[0].quantity: Invalid value: 2000");
    expect(response["status"]?.["details"]).toMatchObject({ name: "a", kind: "Pizza", group });
  });

  test("strategies and plugins are asked, also about updates and deletions", async () => {
    const strict: GroupDefinition = {
      ...restaurantGroup,
      kinds: {
        ...restaurantGroup.kinds,
        Pizza: {
          warningsOnCreate: () => ["eat it hot"],
          validateUpdate: (_, object: Pizza, old: Pizza) =>
            object.spec.toppings.length < old.spec.toppings.length
              ? [field.forbidden(field.newPath("spec", "toppings"), "may only grow")]
              : [],
        },
      },
    };
    const guard: AdmissionPlugin = {
      name: "Guard",
      handles: (operation) => operation === "DELETE",
      validate: (attributes) => Promise.reject(newAdmissionForbidden(attributes, "pizzas are eaten, not deleted")),
    };
    const webhooks = new Webhooks({ groups: [strict], plugins: [guard] });
    const small = pizza("v1alpha1", ["salami"]);
    const large = pizza("v1alpha1", ["salami", "basil"]);
    const created = await webhooks.review("/validate", pizzaRequest("v1alpha1", small));
    expect(created).toEqual({ uid: "u1", allowed: true, warnings: ["eat it hot"] });
    const update = { operation: "UPDATE", oldObject: large };
    const updated = await webhooks.review("/validate", pizzaRequest("v1alpha1", small, update));
    expect(updated["status"]?.["message"]).toContain("spec.toppings: Forbidden: may only grow");
    const deletion = { operation: "DELETE", oldObject: small };
    const deleted = await webhooks.review("/validate", pizzaRequest("v1alpha1", null, deletion));
    expect(deleted).toMatchObject({ allowed: false, status: { code: 403, reason: "Forbidden" } });
  });

  test("a kind that no group has is refused, and a scale is not examined", async () => {
    const webhooks = new Webhooks();
    const kind = { group, version: "v1alpha1", kind: "Pasta" };
    const unknown = await webhooks.review("/validate", pizzaRequest("v1alpha1", pizza("v1alpha1", []), { kind }));
    expect(unknown).toMatchObject({ allowed: false, status: { code: 400 } });
    expect(unknown["status"]?.["message"]).toContain("unexpected type");
    const scale = { kind: { group: "autoscaling", version: "v1", kind: "Scale" }, subResource: "scale" };
    const scaled = await webhooks.review("/validate", pizzaRequest("v1alpha1", { spec: { replicas: 1 } }, scale));
    expect(scaled).toEqual({ uid: "u1", allowed: true });
  });

  test("an error of a strategy is not a decision: the failure policy of the webhook decides", async () => {
    const broken: GroupDefinition = {
      ...restaurantGroup,
      kinds: {
        ...restaurantGroup.kinds,
        Pizza: {
          validate: () => {
            throw new Error("the oven is broken");
          },
        },
      },
    };
    const webhooks = new Webhooks({ groups: [broken] });
    const request = pizzaRequest("v1alpha1", pizza("v1alpha1", []));
    const body = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request };
    const { status, text } = await webhooks.send("/validate", { body });
    expect([status, text]).toEqual([500, expect.stringContaining("the oven is broken")]);
    expect(webhooks.logged).toEqual([expect.stringContaining("the webhook /validate failed")]);
  });
});
