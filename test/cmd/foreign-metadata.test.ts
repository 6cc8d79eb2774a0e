import { expect, test } from "vitest";
import { apiProject, groupDoc, kind } from "./api-project.js";
import { runHere } from "./run-here.js";

const group = "shop.example.com";

const foreign = (apiVersion: string) => `import type { TypeMeta } from "@apimachinery/runtime";
import type { V1ObjectMeta } from "@kubernetes/client-node";

export interface Ticket extends TypeMeta<"${apiVersion}", "Ticket"> {
  metadata: V1ObjectMeta;
  title: string;
}
`;

test("metadata of another package is one error, which names ObjectMeta of the runtime", async () => {
  const root = apiProject({
    "node_modules/@kubernetes/client-node/package.json": `{ "name": "@kubernetes/client-node", "version": "1.4.0", "types": "index.d.ts" }`,
    "node_modules/@kubernetes/client-node/index.d.ts": "export declare class V1ObjectMeta { name?: string; }\n",
    "apis/shop/doc.ts": groupDoc(group),
    "apis/shop/types.ts": kind(`${group}/__internal`, "Ticket", "  title: string;"),
    "apis/shop/v1/doc.ts": groupDoc(group, "k8s:conversion-gen=.."),
    "apis/shop/v1/types.ts": foreign(`${group}/v1`),
  });
  const { stderr, status } = await runHere(root, []);
  expect(status).toBe(1);
  expect(stderr.match(/^.*(error|warning) .*$/gm)).toEqual([
    `apis/shop/v1/types.ts:5:13 error load/foreign-metadata: Ticket: the type of a kind's metadata must be ObjectMeta of "@apimachinery/runtime", not \`V1ObjectMeta\` of "@kubernetes/client-node"`,
  ]);
  expect(stderr).toContain("\n    metadata: ObjectMeta\n");
});
