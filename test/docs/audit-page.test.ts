import { mkdtempSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventJSON } from "../../apiserver/audit/event.js";
import { readPolicyFile } from "../../apiserver/audit/policy/read-policy.js";
import { readTracingConfiguration } from "../../apiserver/options/tracing/open.js";
import { repository } from "../interop/repository.js";

const page = readFileSync(join(repository, "docs/audit.md"), "utf8");

/** Returns the code blocks of a language. */
function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`\\n\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map(([, text = ""]) => text);
}

test("the policy of the page is valid, and its mistakes have the messages of the page", async () => {
  const folder = mkdtempSync(join(tmpdir(), "audit-page-"));
  try {
    const file = join(folder, "audit-policy.yaml");
    const [policy = ""] = blocks("yaml");
    writeFileSync(file, policy);
    const { rules, omitStages } = await readPolicyFile(file);
    expect(rules.map(({ level }) => level)).toEqual(["None", "Request", "Metadata"]);
    expect(omitStages).toEqual(["RequestReceived"]);
    const [message = ""] = blocks("text");
    writeFileSync(
      file,
      policy.replace(/rules:.*/s, "rules:\n  - level: None\n\n    user: [x]\n").replace(/#.*\n/g, ""),
    );
    const error = await readPolicyFile(file).catch((thrown: unknown) => thrown);
    const withoutPosition = (text: string) =>
      text
        .trim()
        .replaceAll(`${folder}/`, "")
        .replace(/:\d+:\d+:/, ":");
    expect(withoutPosition((error as Error).message)).toBe(withoutPosition(message));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the tracing configuration of the page is valid", async () => {
  const folder = mkdtempSync(join(tmpdir(), "audit-page-"));
  try {
    const file = join(folder, "tracing.yaml");
    writeFileSync(file, blocks("yaml")[1] ?? "");
    expect(await readTracingConfiguration(file)).toEqual({ endpoint: "localhost:4317", ratio: 0.01 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the event of the page has the fields of an event in their order", () => {
  const [text = ""] = blocks("json");
  const shown = JSON.parse(text) as Record<string, unknown>;
  const event = eventJSON({
    level: "Metadata",
    auditID: "f1b8…",
    stage: "ResponseComplete",
    requestURI: String(shown["requestURI"]),
    verb: "get",
    user: { name: "alice", groups: ["cooks", "system:authenticated"], extra: {} },
    impersonatedUser: undefined,
    impersonationConstraint: "",
    sourceIPs: ["10.0.0.7"],
    userAgent: "kubectl/v1.37",
    objectRef: {
      resource: "pizzas",
      namespace: "default",
      name: "margherita",
      uid: "",
      apiGroup: "restaurant.programming-kubernetes.info",
      apiVersion: "v1beta1",
      resourceVersion: "",
      subresource: "",
    },
    responseStatus: { code: 200 },
    requestObject: undefined,
    responseObject: undefined,
    requestReceivedTimestamp: String(shown["requestReceivedTimestamp"]),
    stageTimestamp: String(shown["stageTimestamp"]),
    annotations: { "authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": "" },
  });
  expect(event).toBe(JSON.stringify(shown));
});
