import { expect, test } from "vitest";
import { StoredString } from "../../apiserver/registry/stored-text.js";
import { InProcessServer, alphaPizzas } from "./harness.js";

const kind = { group: "example.com", version: "v1", kind: "Thing" };
const item = (revision: number) => ({
  key: `/things/${revision}`,
  revision,
  value: Buffer.from(`{"kind":"Thing","apiVersion":"example.com/v1","metadata":{"name":"a"}}\n`),
});

test.each([true, false])("the stored bytes of an item are compared once, with the result %s", (isCurrent) => {
  const compared: number[] = [];
  const text = new StoredString(kind, ({ revision }) => {
    compared.push(revision);
    return isCurrent;
  });
  expect([text.has(item(5)), text.has(item(5)), text.has(item(6))]).toEqual([isCurrent, isCurrent, isCurrent]);
  expect(compared).toEqual([5, 6]);
});

test("objects that an earlier version has stored without a line break are listed like others", async () => {
  const server = new InProcessServer();
  await server.post(alphaPizzas, { metadata: { name: "a" }, spec: { toppings: ["tomato"] } });
  const [stored] = (await server.storage.list("/")).items;
  if (stored === undefined) throw new Error("nothing is stored");
  const bare = Buffer.from(stored.value).toString().trimEnd();
  await server.storage.update(stored.key, Buffer.from(bare), stored.revision);
  for (let time = 0; time < 2; time++) {
    const { json } = await server.get(alphaPizzas);
    expect(json["items"]).toMatchObject([{ metadata: { name: "a" }, spec: { toppings: ["tomato"] } }]);
    expect((await server.get(`${alphaPizzas}/a`)).text).toMatch(/"name":"a".*\}\n$/);
  }
});
