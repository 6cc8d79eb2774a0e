import { expect, test } from "vitest";
import { unionBackend, ignoringErrors, type AuditBackend, type OnLost } from "../../../apiserver/audit/backend.js";
import { buffered, type BatchConfig } from "../../../apiserver/audit/buffered.js";
import { eventJSON, eventListJSON, type AuditEvent } from "../../../apiserver/audit/event.js";
import { eventLine } from "../../../apiserver/audit/event-line.js";
import { truncating } from "../../../apiserver/audit/truncate.js";

const event = (auditID: string, own: Partial<AuditEvent> = {}): AuditEvent => ({
  level: "Request",
  auditID,
  stage: "ResponseComplete",
  requestURI: "/x",
  verb: "get",
  user: { name: "tim", groups: ["a", "b"], extra: {} },
  impersonatedUser: undefined,
  impersonationConstraint: "",
  sourceIPs: ["10.0.0.1"],
  userAgent: "test",
  objectRef: undefined,
  responseStatus: { code: 200 },
  requestObject: undefined,
  responseObject: undefined,
  requestReceivedTimestamp: "2026-01-02T03:04:05.120000Z",
  stageTimestamp: "2026-01-02T03:04:05.120001Z",
  annotations: {},
  ...own,
});

class Recorder implements AuditBackend {
  readonly batches: (readonly AuditEvent[])[] = [];
  isClosed = false;
  constructor(readonly isStored = true) {}
  process(events: readonly AuditEvent[]): Promise<boolean> {
    this.batches.push(events);
    return Promise.resolve(this.isStored);
  }
  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
  get ids(): readonly string[] {
    return this.batches.map((batch) => batch.map(({ auditID }) => auditID).join(""));
  }
}

const lost: string[] = [];
const onLost: OnLost = (plugin, error, events) => {
  lost.push(`${plugin}: ${(error as Error).message}: ${events.map(({ auditID }) => auditID).join("")}`);
};
const batch: BatchConfig = {
  bufferSize: 100,
  maxBatchSize: 2,
  maxBatchWait: 60_000,
  throttle: undefined,
  isAsync: false,
};

test("a buffer sends full batches at once, and the others after the wait or at the end", async () => {
  const recorder = new Recorder();
  const waiting = buffered(recorder, batch, onLost);
  for (const id of "abc") await waiting.process([event(id)]);
  await waiting.process([]);
  expect(recorder.ids).toEqual(["ab"]);
  await waiting.close();
  expect([recorder.ids, recorder.isClosed]).toEqual([["ab", "c"], true]);
  const soon = new Recorder();
  const short = buffered(soon, { ...batch, maxBatchWait: 1 }, onLost);
  await short.process([event("a")]);
  while (soon.ids.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(soon.ids).toEqual(["a"]);
  await short.close();
});

test("a full buffer loses further events, and so does a closed one", async () => {
  lost.length = 0;
  const recorder = new Recorder();
  const small = buffered(recorder, { ...batch, bufferSize: 2, maxBatchSize: 10 }, onLost);
  expect(await small.process(["a", "b", "c"].map((id) => event(id)))).toBe(true);
  await small.close();
  await small.process([event("d")]);
  expect(recorder.ids).toEqual(["ab"]);
  expect(lost).toEqual(["buffered: audit buffer queue blocked: c", "buffered: audit backend shut down: d"]);
});

test("a throttled buffer loses nothing at the end", async () => {
  const recorder = new Recorder();
  const throttled = buffered(recorder, { ...batch, throttle: { qps: 200, burst: 1 }, isAsync: true }, onLost);
  for (const id of "abcdefg") await throttled.process([event(id)]);
  await throttled.close();
  expect(recorder.ids.join("")).toBe("abcdefg");
});

test("a large event loses its objects; one that is still too large is lost; large batches are split", async () => {
  lost.length = 0;
  const recorder = new Recorder();
  const size = Buffer.byteLength(eventJSON(event("a"))) + 100;
  const limited = truncating(recorder, { maxEventSize: size, maxBatchSize: 2 * size }, onLost);
  const objects = { requestObject: `"${"x".repeat(500)}"`, responseObject: '"y"' };
  const large = event("b", objects);
  const huge = event("c", { requestURI: "/".repeat(1000) });
  const metadata = event("d", { ...objects, level: "Metadata" });
  expect(await limited.process([event("a"), large, huge, metadata, event("e"), event("f")])).toBe(true);
  expect(recorder.ids).toEqual(["ab", "ef"]);
  expect(recorder.batches[0]?.[1]).toEqual(event("b", { annotations: { "audit.k8s.io/truncated": "true" } }));
  expect(lost).toEqual(["truncate: event is too large even after truncating: cd"]);
});

test("a union fails if one backend fails, unless its errors are ignored", async () => {
  const [good, bad] = [new Recorder(), new Recorder(false)];
  expect(await unionBackend([good, bad]).process([event("a")])).toBe(false);
  expect(await unionBackend([good, ignoringErrors(bad)]).process([event("b")])).toBe(true);
  expect([good.ids, bad.ids]).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
});

test("the line of an event has Go's form", () => {
  expect(eventLine(event("1"))).toBe(
    '2026-01-02T03:04:05.12Z AUDIT: id="1" stage="ResponseComplete" ip="10.0.0.1" method="get" user="tim" groups="\\"a\\",\\"b\\"" as="<self>" asgroups="<lookup>" user-agent="test" namespace="<none>" uri="/x" response="200"',
  );
  const bare = event("2", {
    user: { name: "", groups: [], extra: {} },
    impersonatedUser: { name: "bob", groups: ["c"], extra: {} },
    sourceIPs: [],
    responseStatus: undefined,
    requestReceivedTimestamp: "2026-01-02T03:04:10.000000Z",
  });
  expect(eventLine(bare)).toBe(
    '2026-01-02T03:04:10Z AUDIT: id="2" stage="ResponseComplete" ip="<unknown>" method="get" user="<none>" groups="<none>" as="bob" asgroups="\\"c\\"" user-agent="test" namespace="<none>" uri="/x" response="<deferred>"',
  );
});

test("an EventList has its events without kind and apiVersion", () => {
  const { kind, apiVersion, items } = JSON.parse(eventListJSON([event("a"), event("b")])) as {
    readonly kind: string;
    readonly apiVersion: string;
    readonly items: readonly object[];
  };
  expect([kind, apiVersion]).toEqual(["EventList", "audit.k8s.io/v1"]);
  expect(items.map((item) => Object.keys(item).slice(0, 2))).toEqual([
    ["level", "auditID"],
    ["level", "auditID"],
  ]);
});
