import { jsonToCBOR } from "@apimachinery/runtime/cbor";
import { cborHead, cborList, cborText, protobufField, protobufObject } from "./binary.js";
import type { RawRequest } from "./exchange.js";
import type { Random } from "./random.js";
import { base, budgetOf, collections, objectOf, objects } from "./requests.js";
import { hostileJSON, hostileText, wellFormed } from "./texts.js";

/** Generators of requests whose bodies are CBOR or protobuf, and of reviews of access. */
export const binaryAreas: Readonly<Record<string, (random: Random) => RawRequest>> = {
  cbor,
  protobuf,
  reviews,
};

const reviewPath = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
const protobufType = "application/vnd.kubernetes.protobuf";

/** Returns a request with an object in CBOR that has random mistakes. */
function cbor(random: Random): RawRequest {
  const budget = budgetOf(random);
  const document = random.chance(0.8)
    ? Buffer.from(jsonToCBOR(JSON.parse(wellFormed(JSON.stringify(objectOf(random, budget))))))
    : cborList(random.length(budget), cborUnit(random));
  const [method, target, type] = random.pick([
    ["POST", `${random.pick(collections)}?dryRun=All`, "application/cbor"],
    ["PUT", random.pick(objects), "application/cbor"],
    ["DELETE", random.pick(objects), "application/cbor"],
    ["PATCH", `${random.pick(objects)}?fieldManager=a&force=true`, "application/apply-patch+cbor"],
  ] as const);
  const body = random.chance(0.5) ? document : damaged(random, document);
  return { ...base(random), isAnonymous: false, method, target, headers: acceptedBy(random, type), body };
}

function cborUnit(random: Random): Buffer {
  return random.pick([
    () => cborHead(random.int(8), random.int(24)),
    () => cborText(wellFormed(hostileText(random, 20))),
    () => random.bytes(1 + random.int(6)),
  ])();
}

/** Returns a review or the options of a deletion in protobuf, with random mistakes. */
function protobuf(random: Random): RawRequest {
  const isReview = random.chance(0.7);
  const message = Buffer.concat(random.many(6, () => protobufPart(random, 3)));
  const whole = isReview
    ? protobufObject("authorization.k8s.io/v1", "SelfSubjectAccessReview", message)
    : protobufObject("meta.k8s.io/v1", "DeleteOptions", message);
  return {
    ...base(random),
    isAnonymous: false,
    method: isReview ? "POST" : "DELETE",
    target: isReview ? reviewPath : random.pick(objects),
    headers: acceptedBy(random, protobufType),
    body: random.chance(0.6) ? whole : damaged(random, whole),
  };
}

/** Returns a field with a random number. Its value is a text, bytes, or fields. */
function protobufPart(random: Random, depth: number): Buffer {
  const number = 1 + random.int(18);
  if (depth > 0 && random.chance(0.6))
    return protobufField(number, Buffer.concat(random.many(4, () => protobufPart(random, depth - 1))));
  if (random.chance(0.1)) {
    const unit = protobufField(1 + random.int(4), "");
    return protobufField(number, Buffer.alloc(random.length(100_000) * unit.length, unit));
  }
  return protobufField(
    number,
    random.chance(0.7) ? wellFormed(hostileText(random, 5000)) : random.bytes(random.int(20)),
  );
}

function reviews(random: Random): RawRequest {
  const selector = () => ({
    rawSelector: hostileText(random, 70_000),
    requirements: random.many(3, () => ({
      key: hostileText(random, 50),
      operator: random.pick(["In", "NotIn", "Exists", "DoesNotExist", hostileText(random, 10)]),
      values: random.many(3, () => hostileText(random, 50)),
    })),
  });
  const attributes = {
    verb: random.pick(["get", "*", hostileText(random, 300)]),
    resource: random.pick(["pizzas", hostileText(random, 300)]),
    ...(random.chance(0.5) ? { fieldSelector: selector() } : {}),
    ...(random.chance(0.5) ? { labelSelector: selector() } : {}),
  };
  const spec = random.pick([
    () => ({ resourceAttributes: attributes, user: hostileText(random, 1000) }),
    () => ({ nonResourceAttributes: { path: hostileText(random, 60_000), verb: "get" } }),
    () => hostileJSON(random, budgetOf(random)),
  ])();
  const resources = ["selfsubjectaccessreviews", "subjectaccessreviews", "selfsubjectrulesreviews"];
  return {
    ...base(random),
    isAnonymous: false,
    method: "POST",
    target: `/apis/authorization.k8s.io/v1/${random.pick(resources)}`,
    headers: acceptedBy(random, "application/json"),
    body: JSON.stringify({ spec, metadata: random.chance(0.8) ? {} : hostileJSON(random, 500) }),
  };
}

function acceptedBy(random: Random, type: string): Readonly<Record<string, string>> {
  return {
    "content-type": type,
    ...(random.chance(0.3)
      ? { accept: random.pick(["application/cbor", "application/yaml", protobufType, "*/*"]) }
      : {}),
  };
}

/** Returns a copy in which up to three bytes are changed, inserted or removed. */
function damaged(random: Random, bytes: Buffer): Buffer {
  let result = bytes;
  for (let changes = 1 + random.int(3); changes > 0; changes--) {
    const at = random.int(result.length + 1);
    const inserted = random.chance(0.7) ? random.bytes(1) : random.bytes(random.int(9));
    result = Buffer.concat([result.subarray(0, at), inserted, result.subarray(at + random.int(2))]);
  }
  return result;
}
