import { leaseGroup } from "@apimachinery/apiserver";
import {
  ConnectionError,
  leaseResource,
  LeaseLock,
  RESTClient,
  type Lease,
  type Transport,
} from "@apimachinery/client";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { HTTPTransport } from "../../client/rest/http-transport.js";
import { Candidate, patient, stopCandidates } from "./election.js";
import { PizzaServer } from "./pizza-server.js";
import { eventually } from "../eventually.js";

let server: PizzaServer;

beforeAll(async () => {
  server = await PizzaServer.start({ groups: [leaseGroup] });
});

afterEach(stopCandidates);

let elections = 0;

/** Returns the name of a Lease that no other test uses. */
function nextElection(): string {
  return `election-${++elections}`;
}

function lockOf(identity: string, name: string, client = server.client()): LeaseLock {
  return new LeaseLock(client, { namespace: "default", name, identity });
}

function readLease(name: string): Promise<Lease> {
  return server.client().resourceOf(leaseResource).namespace("default").get(name);
}

/** HTTP transport whose network can be cut. Requests then hang until they are aborted. */
class CuttableTransport implements Transport {
  readonly #http = new HTTPTransport(server.config());
  isCut = false;

  async send(...[request]: Parameters<Transport["send"]>): ReturnType<Transport["send"]> {
    if (!this.isCut) return this.#http.send(request);
    return new Promise((_, reject) => {
      request.signal.addEventListener("abort", () => {
        reject(request.signal.reason as Error);
      });
    });
  }

  close(): Promise<void> {
    return this.#http.close();
  }
}

describe("an election on a Lease", () => {
  test("has one leader, which all candidates know, and writes the fields of client-go", async () => {
    const name = nextElection();
    const record: string[] = [];
    const candidates = ["a", "b", "c"].map((identity) => new Candidate(lockOf(identity, name), record, patient));
    await eventually(() => candidates.every(({ elector }) => elector.getLeader() !== ""));
    await eventually(() => candidates.some(({ isLeading }) => isLeading));
    expect(candidates.filter(({ isLeading }) => isLeading)).toHaveLength(1);
    const { metadata, spec } = await readLease(name);
    const microTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
    expect(spec).toEqual({
      holderIdentity: record[0]?.split(" ")[0],
      leaseDurationSeconds: 30,
      acquireTime: microTime,
      renewTime: microTime,
      leaseTransitions: 0,
    });
    await eventually(async () => (await readLease(name)).metadata.resourceVersion !== metadata.resourceVersion);
    const renewed = (await readLease(name)).spec;
    expect(renewed).toEqual({ ...spec, renewTime: microTime });
    expect(renewed?.renewTime).not.toBe(spec?.renewTime);
    expect(record).toHaveLength(1);
  });

  test("elects another candidate after the leader has lost its network, and not before the leader has stopped", async () => {
    const name = nextElection();
    const record: string[] = [];
    const transport = new CuttableTransport();
    const first = new Candidate(lockOf("first", name, new RESTClient(server.config(), transport)), record);
    await eventually(() => first.isLeading);
    const second = new Candidate(lockOf("second", name), record);
    await eventually(() => second.elector.getLeader() === "first");
    transport.isCut = true;
    await eventually(() => second.isLeading);
    expect(record).toEqual(["first starts", "first stops", "second starts"]);
    await first.done;
    expect(first.hasStopped).toBe(true);
    expect(first.errors.map(String)).toContain(`Error: stopped leading: the lease default/${name} was not renewed`);
    expect((await readLease(name)).spec?.leaseTransitions).toBe(1);
    expect(second.leaders).toEqual(["first", "second"]);
    await transport.close();
  });

  test("keeps its leader when the network is back before the deadline", async () => {
    const name = nextElection();
    const record: string[] = [];
    const transport = new CuttableTransport();
    const first = new Candidate(lockOf("first", name, new RESTClient(server.config(), transport)), record, patient);
    await eventually(() => first.isLeading);
    transport.isCut = true;
    const before = (await readLease(name)).spec?.renewTime;
    transport.isCut = false;
    await eventually(async () => (await readLease(name)).spec?.renewTime !== before);
    expect(record).toEqual(["first starts"]);
    await first.stop();
    await transport.close();
  });

  test("hands over at once when the leader releases the Lease", async () => {
    const name = nextElection();
    const record: string[] = [];
    const config = { leaseDuration: 3_600_000, renewDeadline: 10_000, retryPeriod: 100, releaseOnCancel: true };
    const first = new Candidate(lockOf("first", name), record, config);
    await eventually(() => first.isLeading);
    const second = new Candidate(lockOf("second", name), record, config);
    await eventually(() => second.elector.getLeader() === "first");
    await first.stop();
    await eventually(() => second.isLeading);
    expect(record).toEqual(["first starts", "first stops", "second starts"]);
    await second.stop();
    expect((await readLease(name)).spec).toMatchObject({
      holderIdentity: "",
      leaseDurationSeconds: 1,
      leaseTransitions: 1,
    });
  });

  test("survives a change of the Lease by another client, and keeps that change", async () => {
    const name = nextElection();
    const record: string[] = [];
    const lock = new LeaseLock(server.client(), { namespace: "default", name, identity: "a", labels: { own: "1" } });
    const candidate = new Candidate(lock, record, patient);
    await eventually(() => candidate.isLeading);
    const leases = server.client().resourceOf(leaseResource).namespace("default");
    const changed = await leases.patch(name, { type: "merge", body: { metadata: { labels: { team: "x" } } } });
    await eventually(async () => (await readLease(name)).metadata.resourceVersion !== changed.metadata.resourceVersion);
    expect((await readLease(name)).metadata.labels).toEqual({ own: "1", team: "x" });
    expect(record).toEqual(["a starts"]);
  });

  test("ends for a leader whose Lease another client has taken", async () => {
    const name = nextElection();
    const record: string[] = [];
    const candidate = new Candidate(lockOf("a", name), record);
    await eventually(() => candidate.isLeading);
    const leases = server.client().resourceOf(leaseResource).namespace("default");
    const spec = { holderIdentity: "thief", leaseDurationSeconds: 3600 };
    await leases.patch(name, { type: "merge", body: { spec } });
    await candidate.done;
    expect(record).toEqual(["a starts", "a stops"]);
    expect(candidate.leaders).toEqual(["a", "thief"]);
  });

  test("continues after a restart of the server", async () => {
    const own = await PizzaServer.start({ groups: [leaseGroup] });
    const name = nextElection();
    const record: string[] = [];
    const lock = new LeaseLock(own.client(), { namespace: "default", name, identity: "a" });
    const candidate = new Candidate(lock, record, { leaseDuration: 60_000, renewDeadline: 50_000, retryPeriod: 100 });
    await eventually(() => candidate.isLeading);
    await own.stop();
    await eventually(() => candidate.errors.some((error) => error instanceof ConnectionError));
    await own.start();
    // The storage in memory has lost the Lease, so the leader creates it again.
    await eventually(() =>
      own
        .client()
        .resourceOf(leaseResource)
        .namespace("default")
        .get(name)
        .then(Boolean, () => false),
    );
    expect(record).toEqual(["a starts"]);
  });
});

describe("clocks of candidates", () => {
  test("may show different times: a candidate one hour ahead does not take over from a leader one hour behind", async () => {
    const name = nextElection();
    const record: string[] = [];
    const hour = 3_600_000;
    const clock = (offset: number) => ({
      now: () => new Date(Date.now() + offset),
      monotonic: () => performance.now(),
    });
    const slow = new Candidate(lockOf("slow", name), record, { clock: clock(-hour) });
    await eventually(() => slow.isLeading);
    const fast = new Candidate(lockOf("fast", name), record, { clock: clock(hour) });
    const renewals = new Set<string | undefined>();
    await eventually(async () => renewals.add((await readLease(name)).spec?.renewTime).size > 20);
    expect(fast.elector.getLeader()).toBe("slow");
    expect(record).toEqual(["slow starts"]);
  });
});
