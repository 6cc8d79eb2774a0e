import { namespaceGroup, newAPIGroup, type APIGroupInfo, type Storage } from "@apimachinery/apiserver";
import { Scheme, type JSONValue } from "@apimachinery/runtime";
import { beforeAll, expect, test } from "vitest";
import { MutatedObject } from "../../apiserver/admission/webhook/mutated-object.js";
import { decodeReview, verifyReview } from "../../apiserver/admission/webhook/review-response.js";
import { bodyLimit } from "../../apiserver/endpoints/read-body.js";
import { StatusError } from "../../apiserver/errors/index.js";
import { authorizationGroup } from "../../apiserver/groups/authorization/authorization-group.js";
import { reviewAttributes, ReviewNotes } from "../../apiserver/webhook/reviews/admission-attributes.js";
import type { AdmissionRequest } from "../../apiserver/webhook/reviews/admission-request.js";
import { restaurantGroup } from "../../cmd/pizza-apiserver/restaurant-group.js";
import { HandledKinds, schemeOf } from "../../apiserver/webhook/handled-kinds.js";
import type { APIObject } from "../../apiserver/request/api-object.js";
import { InProcessServer, toppings } from "../apiserver/harness.js";
import { group, pizza, pizzaRequest, Webhooks } from "../apiserver/webhook-server/webhook-harness.js";
import { mainThreadTime } from "../cpu-time.js";
import { sizeOf } from "../sizes.js";
import { AddToScheme } from "../shop/v1/zz_generated.register.js";
import { fractionOfLimit } from "./cpu-limit.js";
import { randomOfCase, type Random } from "./random.js";
import { worstAreas } from "./worst-cases.js";
import { worstPatch, worstReviews, type WorstReview } from "./worst-reviews.js";

/** `make test` runs some cases, and `make test-all` runs all. */
const count = sizeOf("WORST_CASES");

interface Case {
  readonly name: string;
  readonly size: number;
  readonly run: () => Promise<number> | number;
}

/**
 * @file Requests, reviews and patches of three megabytes that cost as much as their form allows,
 * generated from the number of the case. They run without sockets, so that the costs and their unit
 * are measured on the same thread. `SHOW_COSTS=1` prints the CPU time of each case.
 */

const noRules = { resourceRules: [], nonResourceRules: [], errors: [], isIncomplete: false };
const extra: readonly ((storage: Storage) => APIGroupInfo)[] = [
  (storage) => newAPIGroup(namespaceGroup, { scheme: new Scheme("core"), storage, keyPrefix: "/registry" }),
  (storage) =>
    newAPIGroup(
      { install: AddToScheme, groupName: "shop.example.com", kinds: { Order: {} } },
      { scheme: new Scheme("shop"), storage, keyPrefix: "/registry/shop" },
    ),
  () => authorizationGroup(new Scheme("authorization"), () => noRules),
];
const server = new InProcessServer({ groups: extra });
const webhooks = new Webhooks();
const groups = [restaurantGroup];
const kinds = new HandledKinds(schemeOf("webhooks", groups), groups);

beforeAll(async () => {
  await server.post(toppings, { metadata: { name: "cheese" }, spec: { cost: 1 } });
});

const areas: readonly ((random: Random) => Case)[] = [
  ...Object.values(worstAreas).map((area) => (random: Random) => {
    const { name, method, path, type, body } = area(random);
    const run = async () =>
      (await server.send(method, path, { bytes: body, headers: { "content-type": type } })).status;
    return { name, size: body.length, run };
  }),
  ...Object.values(worstReviews).map((area) => (random: Random) => {
    const { name, path, body } = area(random);
    return { name, size: body.length, run: async () => (await webhooks.send(path, { body })).status };
  }),
  (random) => {
    const review = worstPatch(random);
    return { name: review.name, size: review.body.length, run: () => patched(review) };
  },
];

/** Applies the patch of a webhook to a pizza, as an API server does. */
function patched({ body }: WorstReview): number {
  const kind = { group, version: "v1beta1", kind: "Pizza" };
  const object = kinds.codecs.universalDeserializer().decode(JSON.stringify(pizza("v1beta1", []))).object as APIObject;
  const request = pizzaRequest("v1beta1", pizza("v1beta1", [])) as AdmissionRequest;
  const attributes = reviewAttributes(kinds, request, { object, oldObject: undefined }, new ReviewNotes(), Infinity);
  const asked = { uid: "u", version: "v1", body: "" } as const;
  const response = { uid: "u", allowed: true, patchType: "JSONPatch", patch: Buffer.from(body).toString("base64") };
  const text = JSON.stringify({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", response });
  const { patch } = verifyReview(decodeReview(text, asked), asked, "mutating");
  try {
    new MutatedObject(attributes).patch(kind, JSON.parse(patch) as JSONValue[]);
    return 200;
  } catch (error) {
    if (error instanceof StatusError) return error.status.code ?? 500;
    throw error;
  }
}

function caseOf(index: number): Case {
  const area = areas[index % areas.length] as (random: Random) => Case;
  return area(randomOfCase(1, index));
}

test.each(Array.from({ length: count }, (_, index) => index))(
  "worst case %i of three megabytes costs the main thread less than the limit",
  async (index) => {
    const { name, size, run } = caseOf(index);
    expect(size, name).toBeLessThanOrEqual(bodyLimit);
    let fraction = Infinity;
    for (let tries = 3; tries > 0 && fraction >= 1; tries--) {
      // Only Linux reports the CPU time of one thread. On other systems the test checks only the
      // responses.
      const before = mainThreadTime() ?? 0;
      const status = await run();
      const used = (mainThreadTime() ?? 0) - before;
      expect(status, name).toBeLessThan(500);
      fraction = Math.min(fraction, fractionOfLimit(used));
      if (process.env["SHOW_COSTS"] !== undefined) console.log(`${used.toFixed(0)} ms: ${name}`);
    }
    expect(fraction, `CPU time divided by the limit: ${name}`).toBeLessThan(1);
  },
);
