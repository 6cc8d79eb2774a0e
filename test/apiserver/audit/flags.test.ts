import { parseServerOptions } from "@apimachinery/apiserver";
import { expect, test } from "vitest";

function problemsOf(...args: readonly string[]): readonly string[] {
  let err = "";
  const own = { securePort: 8443, dataDir: "kitchen.local", etcdPrefix: "/registry/kitchen" };
  const command = { name: "kitchen", description: "Cooks.", version: "v1", ...own };
  parseServerOptions(command, args, { out: () => undefined, err: (text) => (err += text) });
  return err.split("\n").filter((line) => line.startsWith("error: ") || line.includes("audit"));
}

const log = "--audit-log-path=a";
const webhook = "--audit-webhook-config-file=a";

test.each([
  [[log, "--audit-log-mode=none"], 'invalid audit log mode none, allowed modes are "batch,blocking,blocking-strict"'],
  [
    [webhook, "--audit-webhook-mode=x"],
    'invalid audit webhook mode x, allowed modes are "batch,blocking,blocking-strict"',
  ],
  [[log, "--audit-log-format=xml"], 'invalid audit log format xml, allowed formats are "legacy,json"'],
  [[log, "--audit-log-maxage=-1"], "--audit-log-maxage -1 can't be a negative number"],
  [[log, "--audit-log-maxbackup=-1"], "--audit-log-maxbackup -1 can't be a negative number"],
  [[log, "--audit-log-maxsize=-1"], "--audit-log-maxsize -1 can't be a negative number"],
  [[log, "--audit-log-version=audit.k8s.io/v2"], 'invalid group version, allowed versions are ["audit.k8s.io/v1"]'],
  [[log, "--audit-log-version=a/b/c"], "unexpected GroupVersion string: a/b/c"],
  [
    [webhook, "--audit-webhook-batch-buffer-size=0"],
    "invalid audit batch webhook buffer size 0, must be a positive number",
  ],
  [
    [webhook, "--audit-webhook-batch-max-size=-1"],
    "invalid audit batch webhook max batch size -1, must be a positive number",
  ],
  [
    [webhook, "--audit-webhook-batch-throttle-qps=0"],
    "invalid audit batch webhook throttle QPS 0, must be a positive number",
  ],
  [
    [log, "--audit-log-mode=batch", "--audit-log-batch-throttle-enable", "--audit-log-batch-throttle-qps=1"],
    "invalid audit batch log throttle burst 0, must be a positive number",
  ],
  [
    [log, "--audit-log-truncate-max-event-size=0"],
    "invalid audit truncate log max event size 0, must be a positive number",
  ],
  [
    [webhook, "--audit-webhook-truncate-max-batch-size=1"],
    "invalid audit truncate webhook max batch size 1, must be greater than max event size (102400)",
  ],
  [
    [webhook, "--audit-webhook-initial-backoff=-1s"],
    '--audit-webhook-initial-backoff "-1s" must be a duration from 0s on',
  ],
])("%j is refused with Go's message", (args, message) => {
  expect(problemsOf(...args).join("\n")).toContain(message);
});

test("options of a backend that is off, or of a mode that is not used, are not checked", () => {
  expect(problemsOf("--audit-log-mode=none", "--audit-webhook-batch-max-size=0")).toEqual([]);
  expect(problemsOf(log, "--audit-log-batch-max-size=0")).toEqual([]);
});
