import type { Attributes } from "@apimachinery/apiserver";
import { expect, test } from "vitest";
import { admitting } from "./admitting.js";
import { pizza, pizzas } from "./harness.js";
import { nothingSeen, recorder } from "./recorder.js";

test("a deletion passes both phases with the stored object; a missing object is a 404 before them", async () => {
  const objects: (string | undefined)[] = [];
  const handle = (phase: string, { oldObject, operation, name, options }: Attributes) => {
    if (operation === "DELETE")
      objects.push(`${phase} ${oldObject?.metadata.name ?? ""} ${name}: ${JSON.stringify(options)}`);
  };
  const factory = recorder("A", nothingSeen(), { handle });
  const server = await admitting([
    { name: "A", build: (...given) => ({ ...factory.build(...given), handles: () => true }) },
  ]);
  await server.post(pizzas, pizza("x", "tomato"));
  await server.post(pizzas, pizza("y", "tomato"));
  expect((await server.delete(`${pizzas}/missing`)).status).toBe(404);
  expect(objects).toEqual([]);
  await server.delete(`${pizzas}/x`, { gracePeriodSeconds: 3 });
  await server.delete(`${pizzas}?dryRun=All`);
  const options = (more: object) => JSON.stringify({ kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1", ...more });
  expect(objects).toEqual([
    `admit x x: ${options({ gracePeriodSeconds: 3 })}`,
    `validate x x: ${options({ gracePeriodSeconds: 3 })}`,
    `admit y : ${options({ dryRun: ["All"] })}`,
    `validate y : ${options({ dryRun: ["All"] })}`,
  ]);
});

test("plugins get the options of creates, updates, patches and applies", async () => {
  const seen: (object | undefined)[] = [];
  const handle = (phase: string, { options }: Attributes) => {
    if (phase === "validate") seen.push(options);
  };
  const server = await admitting([recorder("A", nothingSeen(), { handle })]);
  const apiVersion = "meta.k8s.io/v1";
  await server.post(`${pizzas}?fieldManager=me&fieldValidation=Strict&dryRun=All`, pizza("x", "tomato"));
  const { json } = await server.post(pizzas, pizza("x", "tomato"));
  await server.put(`${pizzas}/x?fieldManager=me`, {
    ...json,
    metadata: { ...json["metadata"], labels: { a: "b" } },
  });
  await server.patch(`${pizzas}/x`, "merge-patch", { metadata: { labels: { a: "c" } } });
  const applied = {
    apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
    kind: "Pizza",
    ...pizza("new", "salami"),
  };
  const headers = { "content-type": "application/apply-patch+yaml" };
  await server.send("PATCH", `${pizzas}/new?fieldManager=me`, { body: applied, headers });
  expect(seen).toEqual([
    { kind: "CreateOptions", apiVersion, dryRun: ["All"], fieldManager: "me", fieldValidation: "Strict" },
    { kind: "CreateOptions", apiVersion },
    { kind: "UpdateOptions", apiVersion, fieldManager: "me" },
    { kind: "UpdateOptions", apiVersion },
    { kind: "CreateOptions", apiVersion, fieldManager: "me" },
  ]);
});

test("a plugin can require one second run of all plugins that change the object", async () => {
  const seen = nothingSeen();
  const handle = (phase: string, { reinvocation }: Attributes) => {
    if (phase === "admit") reinvocation.isRequired = true;
  };
  const server = await admitting([recorder("A", seen), recorder("B", seen, { handle })]);
  await server.post(pizzas, pizza("x", "tomato"));
  expect(seen.calls).toEqual([
    "A admit CREATE x",
    "B admit CREATE x",
    "A admit CREATE x",
    "B admit CREATE x",
    "A validate CREATE x",
    "B validate CREATE x",
  ]);
});

test("an annotation needs a qualified name with a prefix, and keeps its first value", async () => {
  const failures: string[] = [];
  const handle = (_phase: string, { annotate }: Attributes) => {
    for (const [key, value] of [
      ["a.b/c", "1"],
      ["a.b/c", "1"],
      ["a.b/c", "2"],
      ["c", "1"],
      ["a*/c", "1"],
    ] as const) {
      try {
        annotate(key, value);
      } catch (error) {
        failures.push((error as Error).message.slice(0, 40));
      }
    }
  };
  const server = await admitting([recorder("A", nothingSeen(), { handle })]);
  await server.post(pizzas, pizza("x", "tomato"));
  expect(failures.slice(0, 3)).toEqual([
    "admission annotations are not allowd to ",
    "annotation key has invalid format, the r",
    "annotation key has invalid format prefix",
  ]);
});
