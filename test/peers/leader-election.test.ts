import { spawn, type ChildProcess } from "node:child_process";
import { clientConfigOf, leaseResource, LeaseLock, loadKubeconfig, RESTClient, type Lease } from "@apimachinery/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Candidate, stopCandidates } from "../client/election.js";
import { mains, ServerProcess } from "../interop/server-process.js";
import { findClientGo, whyNoClientGo } from "./binaries.js";
import { eventually } from "../eventually.js";

/** @file Elections in which client-go and this project's client take part together. */

const reason = whyNoClientGo();
const durations = { leaseDuration: 3000, renewDeadline: 2000, retryPeriod: 250, releaseOnCancel: true };

let server: ServerProcess;
let client: RESTClient;

/** A candidate in Go, in its own process. */
class GoCandidate {
  readonly #process: ChildProcess;
  #output = "";

  constructor(name: string, identity: string) {
    this.#process = spawn(
      findClientGo() ?? "",
      [
        "elect",
        server.kubeconfig,
        `--name=${name}`,
        `--identity=${identity}`,
        "--lease-duration=3s",
        "--renew-deadline=2s",
        "--retry-period=250ms",
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => (this.#output += text));
    started.push(this);
  }

  /** Events in their order: `starts`, `stops`, and `sees <identity>`. */
  get events(): readonly string[] {
    return this.#output
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split(" ").slice(2).join(" "));
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }
}

const started: GoCandidate[] = [];

function ownCandidate(name: string, record: string[], offset = 0): Candidate {
  const lock = new LeaseLock(client, { namespace: "default", name, identity: "own" });
  const clock = { now: () => new Date(Date.now() + offset), monotonic: () => performance.now() };
  return new Candidate(lock, record, { ...durations, clock });
}

function readLease(name: string): Promise<Lease> {
  return client.resourceOf(leaseResource).namespace("default").get(name);
}

// Each test has a Lease of its own, and waits for its end.
const title = ["elections with client-go", reason].filter(Boolean).join(", ");
describe.skipIf(reason !== undefined)(title, { concurrent: true }, () => {
  beforeAll(async () => {
    server = await ServerProcess.start(mains.groups);
    const { config } = await clientConfigOf(await loadKubeconfig([server.kubeconfig]));
    client = new RESTClient(config);
  });
  afterAll(async () => {
    for (const candidate of started) candidate.signal("SIGKILL");
    await stopCandidates();
    await client.close();
    await server.remove();
  });

  test("has one leader in both languages, who follows a killed one", async () => {
    const record: string[] = [];
    const go = new GoCandidate("killed", "go");
    await eventually(() => go.events.includes("starts"));
    const own = ownCandidate("killed", record);
    await eventually(() => own.elector.getLeader() === "go");
    expect((await readLease("killed")).spec).toMatchObject({ holderIdentity: "go", leaseDurationSeconds: 3 });
    const renewals = new Set<string | undefined>();
    await eventually(async () => renewals.add((await readLease("killed")).spec?.renewTime).size > 15);
    expect(record).toEqual([]);
    go.signal("SIGKILL");
    await eventually(() => own.isLeading);
    expect((await readLease("killed")).spec).toMatchObject({ holderIdentity: "own", leaseTransitions: 1 });
    const next = new GoCandidate("killed", "go-2");
    await eventually(() => next.events.includes("sees own"));
    await own.stop();
    await eventually(() => next.events.includes("starts"));
    expect(record).toEqual(["own starts", "own stops"]);
    expect((await readLease("killed")).spec).toMatchObject({ holderIdentity: "go-2", leaseTransitions: 2 });
  });

  test("hands over when a leader in Go releases the Lease", async () => {
    const go = new GoCandidate("released", "go");
    await eventually(() => go.events.includes("starts"));
    const own = ownCandidate("released", []);
    await eventually(() => own.elector.getLeader() === "go");
    go.signal("SIGTERM");
    await eventually(() => own.isLeading);
    await eventually(() => go.events.includes("stops"));
    // The identity is empty if the candidate has seen the released Lease.
    expect(own.leaders.filter((leader) => leader !== "")).toEqual(["go", "own"]);
  });

  test.each([3_600_000, -3_600_000])("works with clocks that differ by %i milliseconds", async (offset) => {
    const name = `clock${offset}`;
    const record: string[] = [];
    const own = ownCandidate(name, record, offset);
    await eventually(() => own.isLeading);
    const go = new GoCandidate(name, "go");
    await eventually(() => go.events.includes("sees own"));
    const renewals = new Set<string | undefined>();
    await eventually(async () => renewals.add((await readLease(name)).spec?.renewTime).size > 15);
    expect(go.events).not.toContain("starts");
    await own.stop();
    await eventually(() => go.events.includes("starts"));
    const other = ownCandidate(name, record, offset);
    await eventually(() => other.elector.getLeader() === "go");
    await eventually(async () => renewals.add((await readLease(name)).spec?.renewTime).size > 30);
    expect(record).toEqual(["own starts", "own stops"]);
  });

  test("stops a leader in Go that was paused longer than its lease", async () => {
    const go = new GoCandidate("paused", "go");
    await eventually(() => go.events.includes("starts"));
    const own = ownCandidate("paused", []);
    await eventually(() => own.elector.getLeader() === "go");
    go.signal("SIGSTOP");
    await eventually(() => own.isLeading);
    go.signal("SIGCONT");
    await eventually(() => go.events.includes("stops"));
    expect(own.isLeading).toBe(true);
  });
});
