import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectl, kubectlEnvironment, runLine } from "./kubectl.js";
import { repository } from "./repository.js";
import { mains } from "./server-process.js";
import { isExpected, normal, parseSession, type SessionCommand } from "./session-file.js";

const sessions = join(repository, "test/interop/sessions");
const artifacts = join(repository, "artifacts");

/** A server for sessions, each of which begins without objects. */
export interface SessionServer {
  /** Path of a kubeconfig with an administrator's certificate. */
  readonly kubeconfig: string;
  /** Line of bash that deletes the objects of a session. Default: it deletes all collections. */
  readonly clean?: string;
  /** Ends the server and removes its files. */
  remove(): Promise<void>;
}

/** Returns the paths of all session files, relative to their folder. */
export function sessionFiles(): readonly string[] {
  return readdirSync(sessions, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".txt"))
    .sort();
}

/**
 * Defines the tests of sessions. Those with the same entry file share a server, whose start can
 * cost more than a session.
 * @param title of each session; `%s` is its file
 * @param isSkipped true to skip all of them
 * @param start starts the server with the given compiled entry file
 * @param differences folder with files of the same names, whose commands have another expected
 * output
 */
export function sessionCases(
  title: string,
  isSkipped: boolean,
  files: readonly string[],
  start: (main: string) => Promise<SessionServer>,
  differences?: string,
): void {
  const servers = new Map<string, Promise<SessionServer>>();
  afterAll(async () => {
    for (const server of await Promise.all(servers.values())) await server.remove();
  });
  describe.skipIf(isSkipped).each(files)(title, (file) => {
    const standard = parseSession(readFileSync(join(sessions, file), "utf8"));
    const commands = differences === undefined ? standard : withDifferences(standard, join(differences, file));
    const home = mkdtempSync(join(tmpdir(), `session-${basename(file, ".txt")}-`));
    let server: SessionServer;
    let environment: Record<string, string>;
    beforeAll(async () => {
      const main = mainOf(file);
      const shared = servers.get(main) ?? start(main);
      servers.set(main, shared);
      server = await shared;
      environment = kubectlEnvironment(findKubectl() ?? "", server.kubeconfig, home);
      cpSync(artifacts, join(home, "artifacts"), { recursive: true });
    });
    afterAll(async () => {
      const { status, output } = await runLine(server.clean ?? deleteCollections, home, environment);
      expect(status, output).toBe(0);
      rmSync(home, { recursive: true, force: true });
    });

    for (const { line, script, expected } of commands) {
      test(`${file}:${line} ${script.split("\n", 1).join("")}`, async () => {
        const { status, output } = await runLine(script, home, environment);
        const actual = normal(status === 0 ? output : `${normal(output)}\n[exit ${status}]`.trimStart());
        // `isExpected` allows `…` for any text. If it fails, this exact comparison prints the
        // difference.
        if (!isExpected(actual, expected)) expect(actual).toBe(expected);
      });
    }
  });
}

/**
 * Line of bash that waits until the admission of pizzas knows no topping, because it sees deletions
 * later than kubectl. Two connections lead to both of two servers.
 */
export const untilToppingsAreUnknown =
  "for _ in 1 2; do until ! kubectl create --dry-run=server -f artifacts/examples/empty-pizza.yaml; do :; done; done";
const deleteCollections = `kubectl delete "$(kubectl api-resources --verbs=deletecollection -o name | paste -sd,)" --all --all-namespaces && ${untilToppingsAreUnknown}`;

/** Returns the compiled entry file of the server of a session. */
function mainOf(file: string): string {
  switch (dirname(file)) {
    case "cafe":
      return mains.cafe;
    case "groups":
      return mains.groups;
    default:
      return mains.pizza;
  }
}

/**
 * Returns the commands with the expected output of a file of differences, if it exists. If a
 * session repeats a command, the first difference is that of its first execution, and so on.
 * @throws Error for a difference without its command, or with the same output
 */
function withDifferences(commands: readonly SessionCommand[], file: string): readonly SessionCommand[] {
  const others = existsSync(file) ? parseSession(readFileSync(file, "utf8")) : [];
  const changed = new Map<SessionCommand, SessionCommand>();
  for (const other of others) {
    const standard = commands.find((command) => command.script === other.script && !changed.has(command));
    if (standard === undefined || standard.expected === other.expected)
      throw new Error(`${file}:${other.line}: no command of the session differs in this way: remove the difference`);
    changed.set(standard, { ...standard, expected: other.expected });
  }
  return commands.map((command) => changed.get(command) ?? command);
}
