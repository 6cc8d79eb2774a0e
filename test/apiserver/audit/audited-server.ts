import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Authorizer } from "@apimachinery/apiserver";
import { StartedServer } from "../authorization/started-server.js";

/** Parts of an audit event that tests read. */
export interface Event {
  readonly auditID: string;
  readonly stage: string;
  readonly verb: string;
  readonly user: { readonly username?: string };
  readonly impersonatedUser?: { readonly username?: string };
  readonly objectRef?: { readonly name?: string };
  readonly responseStatus?: { readonly code?: number; readonly reason?: string };
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A server with an audit policy that writes its events to a file. */
export class AuditedServer {
  readonly server: StartedServer;
  readonly path: string;
  readonly #folder: string;

  private constructor(server: StartedServer, folder: string, path: string) {
    this.server = server;
    this.path = path;
    this.#folder = folder;
  }

  /** @param rules rules of the policy, as YAML */
  static async with(
    rules: string,
    args: readonly string[] = [],
    authorizers: readonly Authorizer[] = [],
  ): Promise<AuditedServer> {
    const folder = mkdtempSync(join(tmpdir(), "apimachinery-audit-"));
    const policy = join(folder, "policy.yaml");
    writeFileSync(policy, `apiVersion: audit.k8s.io/v1\nkind: Policy\n${rules}`);
    const path = join(folder, "logs", "audit.log");
    const flags = [`--audit-policy-file=${policy}`, `--audit-log-path=${path}`, ...args];
    const server = await StartedServer.with(flags, authorizers);
    return new AuditedServer(server, folder, path);
  }

  get text(): string {
    return readFileSync(this.path, "utf8");
  }

  /** Events of the log so far, without those of the server itself. */
  get events(): readonly Event[] {
    return this.text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Event)
      .filter((event) => event.user.username?.startsWith("system:apiserver") !== true);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    this.remove();
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
