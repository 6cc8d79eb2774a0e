import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import type { WatchCall } from "../../../../apiserver/storage/etcd3/etcd-client.js";
import { EtcdWatch } from "../../../../apiserver/storage/etcd3/etcd-watch.js";
import type { EtcdEvent, WatchRequest, WatchResponse } from "../../../../apiserver/storage/etcd3/messages.js";
import { Slab } from "../../../../apiserver/storage/shared/slab.js";
import { eventually } from "../../../eventually.js";

/** Stream of a watch, whose responses the test sends. */
class FakeCall extends Duplex {
  readonly requests: WatchRequest[] = [];

  constructor() {
    super({ objectMode: true });
  }

  override _read(): void {
    // The test pushes the responses.
  }

  override _write(request: WatchRequest, _encoding: string, done: () => void): void {
    this.requests.push(request);
    done();
  }

  cancel(): void {
    this.push(null);
  }
}

function response(revision: number, more: Partial<WatchResponse> = {}): WatchResponse {
  const nothing = { created: false, canceled: false, compactRevision: 0, cancelReason: "", events: [] };
  return { header: { revision }, ...nothing, ...more };
}

function put(revision: number): EtcdEvent {
  return { type: 0, kv: { key: "/a", modRevision: revision, version: 1, value: Buffer.from("x") } };
}

test("the newest revision of etcd before it confirms a watch does not skip the events that it holds back", async () => {
  const call = new FakeCall();
  const watch = new EtcdWatch({
    client: {
      // The watch uses only these methods of the stream.
      openWatch: () => Promise.resolve(call as unknown as WatchCall),
      saw: ({ revision }) => Number(revision),
    },
    prefix: "/",
    after: 5,
    slab: new Slab(),
    reportsProgress: () => true,
    currentRevision: () => Promise.resolve(8),
    onDone: () => undefined,
  });
  await eventually(() => {
    expect(call.requests).toHaveLength(1);
  });
  watch.requestProgress();
  expect(call.requests, "no request for the revision before the watch is confirmed").toHaveLength(1);
  call.push(response(8));
  call.push(response(8, { created: true }));
  call.push(response(8, { events: [put(6), put(7), put(8)] }));
  await eventually(() => {
    expect(watch.revision).toBe(5);
    expect(watch.take().map(({ revision }) => revision)).toEqual([6, 7, 8]);
  });
  watch.requestProgress();
  expect(call.requests).toHaveLength(2);
  watch.close();
});
