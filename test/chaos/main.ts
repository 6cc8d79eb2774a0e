import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { check } from "./check/check.js";
import { readHistory } from "./history-file.js";
import { Recorder } from "./recorder.js";
import { textOfReport } from "./report.js";
import { defaultLoad, run } from "./run.js";
import { connect, parseResource, type Connection } from "./target.js";
import { defaultValuePath, TestObjects } from "./test-objects.js";

/** @file Attacks a server with many clients, and checks what they saw. */

const help = `Usage: node dist/test/chaos/main.js --resource PLURAL.VERSION.GROUP [flags]
       node dist/test/chaos/main.js check FILE

Writes, reads, lists and watches a few objects of one resource with many clients,
and records all requests and events. Then checks the history: linearizable
objects, lists that are snapshots, watches without gap or duplicate. Inject
faults meanwhile: kill or pause the server and its store. The program works
with every Kubernetes-style server. It deletes its objects at the end.

"check" reads a history that --out has written, and checks it again.

Flags:
  --kubeconfig FILE      kubeconfig of the server; given several times for servers
                         with the same store (default: as kubectl)
  --resource RESOURCE    for example configmaps.v1 or
                         pizzas.v1beta1.restaurant.programming-kubernetes.info
  --namespace NAME       namespace of the objects (default "default")
  --template FILE        JSON file with the fields that the objects need
  --value-path PATH      field that gets the text of each write, for example
                         data.text (default: an annotation)
  --writers N            clients that write and read (default ${defaultLoad.writers})
  --watchers N           clients that watch (default ${defaultLoad.watchers})
  --keys N               number of objects (default ${defaultLoad.keys})
  --think MS             longest pause of a writer between requests (default ${defaultLoad.think})
  --timeout MS           time after which clients give a request up (default ${defaultLoad.timeout})
  --seconds N            duration (default 20)
  --seed N               seed of the random choices (default ${defaultLoad.seed})
  --monotonic-caches     also check that reads with resourceVersion=0 through one
                         address never go back, which Kubernetes does not promise
  --out FILE             write the history to FILE, one JSON record per line
  --help                 print this text

Exit code: 0 without a violation, 1 with violations or after an error.`;

const text = { type: "string" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kubeconfig: { type: "string", multiple: true },
    resource: text,
    namespace: text,
    template: text,
    "value-path": text,
    writers: text,
    watchers: text,
    keys: text,
    think: text,
    timeout: text,
    seconds: text,
    seed: text,
    "monotonic-caches": { type: "boolean" },
    out: text,
    help: { type: "boolean" },
  },
});

type NumberFlag = "writers" | "watchers" | "keys" | "think" | "timeout" | "seconds" | "seed";

function numberOf(flag: NumberFlag, otherwise: number): number {
  const given = values[flag];
  if (given === undefined) return otherwise;
  if (!/^\d+$/.test(given)) throw new Error(`--${flag}=${given} must be a number`);
  return Number(given);
}

async function attack(): Promise<void> {
  if (values.resource === undefined) throw new Error("--resource is missing; --help explains all flags");
  const named = parseResource(values.resource);
  const template = values.template === undefined ? {} : (JSON.parse(readFileSync(values.template, "utf8")) as object);
  const load = {
    writers: numberOf("writers", defaultLoad.writers),
    watchers: numberOf("watchers", defaultLoad.watchers),
    keys: Math.max(1, numberOf("keys", defaultLoad.keys)),
    think: numberOf("think", defaultLoad.think),
    timeout: numberOf("timeout", defaultLoad.timeout),
    seed: numberOf("seed", defaultLoad.seed),
  };
  const seconds = numberOf("seconds", 20);
  const connections: Connection[] = [];
  try {
    for (const kubeconfig of values.kubeconfig ?? [undefined])
      connections.push(await connect(kubeconfig, named, values.namespace ?? "default"));
    const servers = connections.map(({ resource }) => resource);
    const kind = servers[0]?.type.kind ?? { ...named, kind: "" };
    const valuePath = values["value-path"]?.split(".") ?? defaultValuePath;
    const objects = new TestObjects({ kind, template, valuePath });
    const recorder = new Recorder(values.out);
    const hasMonotonicCaches = values["monotonic-caches"] === true;
    await run({ servers, objects, hasMonotonicCaches }, load, recorder, () => pause(seconds * 1000));
    await recorder.close();
    report(recorder.history);
  } finally {
    await Promise.all(connections.map(({ client }) => client.close()));
  }
}

function report(history: Parameters<typeof check>[0]): void {
  const found = check(history);
  console.log(textOfReport(found));
  if (found.violations.length > 0) process.exitCode = 1;
}

try {
  const [command, file, ...rest] = positionals;
  if (values.help === true) console.log(help);
  else if (command === undefined) await attack();
  else if (command === "check" && file !== undefined && rest.length === 0) report(readHistory(file));
  else throw new Error("usage: check FILE, or flags only; --help explains all flags");
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
