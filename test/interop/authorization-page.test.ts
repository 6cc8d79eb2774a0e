import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fencedBlocks } from "../docs/fenced-blocks.js";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "./kubectl.js";
import { repository } from "./repository.js";
import { mains, ServerProcess } from "./server-process.js";
import { isExpected, normal, parseSession } from "./session-file.js";

const blocks = fencedBlocks(readFileSync(join(repository, "docs/authorization.md"), "utf8"));
const textOf = (language: string) => blocks.filter(({ info }) => info[0] === language).map(({ text }) => text);
const [roles = ""] = textOf("yaml");
const [start = ""] = textOf("sh");
const reason = whyNoKubectl();

describe.skipIf(reason !== undefined)(
  ["the commands of docs/authorization.md work", reason].filter(Boolean).join(", "),
  () => {
    const home = mkdtempSync(join(tmpdir(), "authorization-page-"));
    let server: ServerProcess;
    let environment: Record<string, string>;

    beforeAll(async () => {
      mkdirSync(join(home, "roles"));
      writeFileSync(join(home, "roles/pizzas.yaml"), roles);
      const flags = start.trim().split(" ").slice(1);
      const absolute = flags.map((flag) => flag.replace(/=roles$/, `=${home}/roles`));
      expect(absolute).not.toEqual(flags);
      server = await ServerProcess.start(mains.pizza, [...absolute, "--storage-backend=embedded"]);
      environment = kubectlEnvironment(findKubectl() ?? "", server.kubeconfig, home);
      symlinkSync(server.dataDir, join(home, "pizza-apiserver.local"));
      const command = `#!/bin/sh\nexec '${process.execPath}' '${mains.pizza}' "$@"\n`;
      writeFileSync(join(home, "bin/pizza-apiserver"), command, { mode: 0o755 });
    });
    afterAll(async () => {
      await server.remove();
      rmSync(home, { recursive: true, force: true });
    });

    for (const { script, expected } of parseSession(textOf("console").join("\n"))) {
      test(script, async () => {
        const { status, output } = await runLine(script, home, environment);
        const actual = normal(status === 0 ? output : `${normal(output)}\n[exit ${status}]`);
        if (!isExpected(actual, expected)) expect(actual).toBe(expected);
      });
    }
  },
);
