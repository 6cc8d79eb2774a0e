/**
 * Source of a user's program beside examples/cafe. The program uses both versions of a running
 * server, and prints the results as JSON.
 */
export const writeProgram = `
import { defaultClientConfig, isInvalid, isForbidden, RESTClient } from "@apimachinery/client";
import { Kinds as v1 } from "../apis/cafe/v1/zz_generated.register.js";
import { Kinds as v1alpha1 } from "../apis/cafe/v1alpha1/zz_generated.register.js";

const { config } = await defaultClientConfig();
const client = new RESTClient(config);
const coffees = client.resource(v1.Coffee).namespace("default");
const old = client.resource(v1alpha1.Coffee).namespace("default");
const machines = client.resource(v1.Machine);

const watch = await coffees.watch();
const events: string[] = [];
const watched = (async () => {
  for await (const event of watch) {
    events.push(
      event.type === "ADDED" || event.type === "MODIFIED"
        ? \`\${event.type} \${event.object.metadata.name ?? ""} \${event.object.spec.size}\`
        : event.type,
    );
    if (events.length === 4) watch.close();
  }
})();

const apiVersion = "cafe.example.com/v1";
await machines.create({
  apiVersion,
  kind: "Machine",
  metadata: { name: "linea" },
  spec: { model: "La Marzocco" },
  status: { conditions: [] },
});
const text = (body: object) => JSON.stringify(body);
const breakfast = await coffees.create({
  apiVersion,
  kind: "Coffee",
  metadata: { name: "breakfast" },
  spec: { beans: ["Brazil", "Kenya"], size: 300, cups: 2 },
  status: { cups: 0, conditions: [] },
});
await old.create({
  apiVersion: "cafe.example.com/v1alpha1",
  kind: "Coffee",
  metadata: { name: "lunch" },
  spec: { beans: "Ethiopia", sizeInMl: 100 },
  status: { conditions: [] },
});
const patched = await old.patch("breakfast", { type: "merge", body: { spec: { sizeInMl: 200 } } });
const ready = {
  type: "Ready",
  status: "True",
  reason: "Served",
  message: "",
  lastTransitionTime: "2026-01-01T08:00:00Z",
};
await coffees.patch(
  "breakfast",
  { type: "strategic", body: { spec: { size: 999 }, status: { cups: 2, conditions: [ready] } } },
  { subresource: "status" },
);
const invalid = await coffees.patch("lunch", { type: "merge", body: { spec: { size: 5 } } }).catch(isInvalid);
const forbidden = await coffees
  .patch("lunch", { type: "merge", body: { spec: { machine: "linea" } } })
  .catch(isForbidden);
await watched;

console.log(
  text({ revision: breakfast.metadata.resourceVersion, patched: patched.spec, invalid, forbidden, events }),
);
await client.close();
`;

/** Source of a program that prints the stored objects in both versions. */
export const readProgram = `
import { defaultClientConfig, RESTClient } from "@apimachinery/client";
import { Kinds as v1 } from "../apis/cafe/v1/zz_generated.register.js";
import { Kinds as v1alpha1 } from "../apis/cafe/v1alpha1/zz_generated.register.js";

const { config } = await defaultClientConfig();
const client = new RESTClient(config);
const { items } = await client.resource(v1.Coffee).list();
const old = await client.resource(v1alpha1.Coffee).list();
const machines = await client.resource(v1.Machine).list();
console.log(
  JSON.stringify({
    coffees: items.map(({ metadata, spec, status }) => [
      metadata.name,
      metadata.resourceVersion,
      spec,
      status.cups,
      status.conditions.map(({ type, status: is }) => \`\${type}=\${is}\`),
    ]),
    old: old.items.map(({ spec }) => spec),
    machines: machines.items.map(({ metadata, spec }) => [metadata.name, spec.model]),
  }),
);
await client.close();
`;
