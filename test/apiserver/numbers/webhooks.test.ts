import { Scheme, type JSONValue } from "@apimachinery/runtime";
import type { Attributes } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { MutatedObject } from "../../../apiserver/admission/webhook/mutated-object.js";
import { textOf } from "../harness.js";
import { Webhooks } from "../webhook-server/webhook-harness.js";
import { gaugeDefinition, gaugeGroup, gaugeText, type Gauge } from "./gauge.js";

const kept = '{"raw":{"id":9007199254740993,"list":[{"u":18446744073709551615}]},"any":-9223372036854775809}';

function conversion(objects: string): string {
  const request = `{"uid":"u","desiredAPIVersion":"${gaugeGroup}/v2","objects":[${objects}]}`;
  return `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":${request}}`;
}

describe("a conversion webhook", () => {
  const webhooks = new Webhooks({ groups: [gaugeDefinition] });

  test("keeps the digits of numbers without a type, and of numbers that the type does not have", async () => {
    const object = gaugeText(kept.replace("{", '{"unknown":9007199254740995,'));
    const { text } = await webhooks.send("/convert", { body: conversion(object) });
    expect(text).toContain('"status":"Success"');
    for (const part of [`"apiVersion":"${gaugeGroup}/v2"`, kept.slice(1, -1), '"unknown":9007199254740995'])
      expect(text).toContain(part);
  });

  test("refuses a number of a typed field that would change", async () => {
    for (const spec of ['{"total":9007199254740993}', '{"level":9007199254740993}']) {
      const { json } = await webhooks.send("/convert", { body: conversion(gaugeText(spec)) });
      const { status, message } = json["response"]?.["result"] ?? {};
      expect(status).toBe("Failure");
      expect(message).toMatch(
        /^g: json: cannot unmarshal number 9007199254740993 into Go struct field GaugeSpec.spec\./,
      );
    }
  });
});

describe("an admission webhook", () => {
  const labelled = (gauge: Gauge) => {
    gauge.metadata.labels = { seen: "yes" };
    const { raw } = gauge.spec;
    if (raw !== undefined) raw["more"] = raw["id"] as JSONValue;
  };
  const seen: unknown[] = [];
  const webhooks = new Webhooks({
    groups: [
      {
        ...gaugeDefinition,
        kinds: {
          Gauge: {
            prepareForCreate: (_, gauge) => {
              labelled(gauge as Gauge);
            },
            validate: (_, gauge) => {
              seen.push((gauge as Gauge).spec.any);
              return [];
            },
          },
        },
      },
    ],
  });
  const review = (spec: string) => {
    const kind = `{"group":"${gaugeGroup}","version":"v1","kind":"Gauge"}`;
    const resource = `{"group":"${gaugeGroup}","version":"v1","resource":"gauges"}`;
    const about = `"uid":"u","kind":${kind},"resource":${resource},"operation":"CREATE","userInfo":{"username":"me"}`;
    return `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{${about},"object":${gaugeText(spec)}}}`;
  };

  test("patches only what its strategy changes, with all digits", async () => {
    const { json } = await webhooks.send("/mutate", { body: review(kept) });
    const patch = Buffer.from(textOf(json["response"]?.["patch"]), "base64").toString();
    expect(patch).toBe(
      '[{"op":"add","path":"/metadata/labels","value":{"seen":"yes"}},{"op":"add","path":"/spec/raw/more","value":9007199254740993}]',
    );
  });

  test("validates objects whose large integers are bigints", async () => {
    const { json } = await webhooks.send("/validate", { body: review(kept) });
    expect(json["response"]?.["allowed"]).toBe(true);
    expect(seen).toEqual([-9223372036854775809n]);
  });

  test("refuses an object with a number of a typed field that would change", async () => {
    const { json } = await webhooks.send("/validate", { body: review('{"total":9007199254740993}') });
    expect(json["response"]?.["status"]?.["message"]).toContain("number 9007199254740993 into Go struct field");
  });
});

test("the patch of a webhook that the server calls cannot store a number that would change", () => {
  const scheme = new Scheme("gauges");
  gaugeDefinition.install(scheme);
  const newObject = () => {
    const object = JSON.parse(gaugeText('{"any":1}')) as object;
    // The class reads only these two properties.
    return new MutatedObject({ object, interfaces: { scheme } } as unknown as Attributes);
  };
  const kind = { group: gaugeGroup, version: "v1", kind: "Gauge" };
  const patch = (value: unknown) => [{ op: "add", path: "/spec/any", value } as JSONValue];
  expect(newObject().patch(kind, patch(2))).toBe(true);
  expect(() => newObject().patch(kind, patch(9007199254740993n))).toThrow(
    "spec.any: cannot unmarshal number 9007199254740993: only integers from",
  );
});
