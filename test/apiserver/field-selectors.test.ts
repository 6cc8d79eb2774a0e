import { type Strategy, MemoryStorage, newAPIGroup } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { Install } from "../../apis/restaurant/install.js";
import type { Pizza } from "../../apis/restaurant/types.js";
import { SchemeGroupVersion as v1alpha1 } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { InProcessServer } from "./harness.js";
import { bakeryGroup, oven, ovens, type Oven } from "./verbs/bakery.js";

const byColour: Strategy<Oven> = {
  selectableFields: ({ spec }) => ({ "spec.colour": spec.colour, "metadata.name": "never asked" }),
};

async function withOvens(strategy: Strategy<Oven> = byColour): Promise<InProcessServer> {
  const server = new InProcessServer({ groups: [(storage) => bakeryGroup(storage, strategy)] });
  for (const [name, colour] of [
    ["a", "red"],
    ["b", "blue"],
    ["c", "red"],
  ] as const)
    await server.post(ovens, oven(name, { colour }));
  return server;
}

const select = (server: InProcessServer, selector: string) =>
  server.get(`${ovens}?fieldSelector=${encodeURIComponent(selector)}`);
const names = async (server: InProcessServer, selector: string) =>
  JSON.stringify((await select(server, selector)).json["items"], ["metadata", "name"]);

describe("field selectors", () => {
  test("a selectable field needs only its marker", async () => {
    const server = await withOvens();
    expect(await names(server, "spec.colour=red")).toBe('[{"metadata":{"name":"a"}},{"metadata":{"name":"c"}}]');
    expect(await names(server, "spec.colour!=red,metadata.name=b")).toBe('[{"metadata":{"name":"b"}}]');
    expect((await server.delete(`${ovens}?fieldSelector=spec.colour%3Dred`)).status).toBe(200);
    expect(await names(server, "")).toBe('[{"metadata":{"name":"b"}}]');
  });

  test("an unknown label is refused with the labels of the kind", async () => {
    expect((await select(await withOvens(), "spec.heat=hot")).json).toMatchObject({
      code: 400,
      message: '"spec.heat" is not a known field selector: only "metadata.name", "metadata.namespace", "spec.colour"',
    });
    expect((await select(await withOvens({}), "spec.colour=red")).json).toMatchObject({
      code: 400,
      message: '"spec.colour" is not a known field selector: only "metadata.name", "metadata.namespace"',
    });
  });

  test("a function with an invalid result fails only the request that calls it", async () => {
    const server = await withOvens({
      selectableFields: ({ spec }) => ({ "spec.colour": spec.colour === "blue" ? (7 as never) : spec.colour }),
    });
    expect((await select(server, "spec.colour=red")).json).toMatchObject({
      code: 500,
      message: expect.stringContaining(
        "selectableFields of Oven must return an object whose values are strings",
      ) as unknown,
    });
  });
});

function restaurant(selectableFields: NonNullable<Strategy<Pizza>["selectableFields"]>, install = Install): Scheme {
  const scheme = new Scheme();
  newAPIGroup(
    { install, storageVersion: v1alpha1, kinds: { Pizza: { selectableFields: selectableFields } } },
    { scheme, storage: new MemoryStorage(), keyPrefix: "/registry" },
  );
  return scheme;
}

test("a version with a custom conversion of labels uses it; other versions use the names of the hub", () => {
  const pizzas = { group: v1alpha1.group, kind: "Pizza" };
  const scheme = restaurant(
    () => ({ "spec.size": "" }),
    (own) => {
      Install(own);
      own.addFieldLabelConversionFunc({ ...pizzas, version: "v1alpha1" }, (label, value) => {
        if (label === "spec.diameter") return { label: "spec.size", value };
        throw new Error(`not ${label}`);
      });
    },
  );
  expect(scheme.convertFieldLabel({ ...pizzas, version: "v1beta1" }, "spec.size", "30")).toEqual({
    label: "spec.size",
    value: "30",
  });
  expect(scheme.convertFieldLabel({ ...pizzas, version: "v1alpha1" }, "spec.diameter", "30")).toEqual({
    label: "spec.size",
    value: "30",
  });
  expect(() => scheme.convertFieldLabel({ ...pizzas, version: "v1alpha1" }, "spec.size", "30")).toThrow(
    "not spec.size",
  );
});

test("a function that fails for an empty object is an error at the start", () => {
  expect(() =>
    restaurant(({ spec }) => ({ "spec.first": (spec.toppings[0] as Pizza["spec"]["toppings"][number]).name })),
  ).toThrow(
    /^selectableFields of Pizza failed for an empty object, from which the server reads the names of the fields: an error in selectableFields of Pizza: .*undefined/,
  );
});
