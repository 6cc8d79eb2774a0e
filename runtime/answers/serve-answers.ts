import { Scheme } from "../scheme/scheme.js";
import { answerOf } from "./answer-of.js";
import type { GroupCode, Questions, Reply } from "../questions/index.js";

/** The methods of a message port that this module calls. */
export interface Port {
  on(event: "message", listener: (message: Questions) => void): unknown;
  postMessage(message: Reply): void;
}

type Loaded = { readonly scheme: Scheme } | { readonly fault: string };

/**
 * Responds to the requests (`Question`) that arrive at a message port. Each API group has a
 * separate scheme, so a group that cannot be loaded does not affect the others. The reply to
 * requests for such a group is the error message (`fault`).
 *
 * @param load imports a module of generated code
 */
export function serveAnswers(
  port: Port,
  groups: readonly GroupCode[],
  load: (module: string) => Promise<unknown>,
): void {
  const loaded = new Map<string, Promise<Loaded>>();
  port.on("message", ({ group, questions }) => {
    const code = groups.find((one) => one.group === group);
    const loading = loaded.get(group) ?? loadGroup(code, load);
    loaded.set(group, loading);
    void loading.then((result) => {
      port.postMessage(
        "fault" in result ? result : { answers: questions.map((question) => answerOf(result.scheme, question)) },
      );
    });
  });
}

async function loadGroup(code: GroupCode | undefined, load: (module: string) => Promise<unknown>): Promise<Loaded> {
  const scheme = new Scheme();
  try {
    for (const path of code?.modules ?? []) {
      const { AddToScheme } = (await load(path)) as { readonly AddToScheme: (scheme: Scheme) => void };
      AddToScheme(scheme);
    }
    const { versions = [], hub } = code ?? {};
    if (versions.length > 0) scheme.setVersionPriority(...versions);
    if (hub !== undefined) scheme.setHubVersion(hub);
    return { scheme };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
