import { writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { Worker } from "node:worker_threads";
import { moduleUrl } from "../../../../engine/config/plugin/plugin.js";
import type { Answer, GroupCode, Question, Reply } from "../../../../runtime/questions/index.js";
import { compiledPath, writeCode, type CodeRequest } from "./write-code.js";
import { groupsOf } from "./groups.js";

export interface ProgramRequest extends Omit<CodeRequest, "modules"> {
  /** Name of the state in messages: `old` or `new`. */
  readonly state: string;
  /** The API groups whose code is written. */
  readonly groups: ReadonlySet<string>;
  /**
   * Maximum time until the thread responds, in milliseconds. The default is one minute. A function
   * can have an endless loop.
   */
  readonly limit?: number;
}

/** Error if the code of a group cannot be executed. The message is the reason. */
export class NotExecutable extends Error {
  override readonly name = "NotExecutable";
}

/** Runs the code of a state in a separate thread, which handles requests. */
export class StateProgram {
  #problem: string | undefined;
  #settle: ((reply: Reply) => void) | undefined;

  private constructor(
    private readonly worker: Worker,
    private readonly request: ProgramRequest,
  ) {
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on("message", (reply: Reply) => this.#settle?.(reply));
    worker.on("error", (error) => {
      this.#fail(error.message);
    });
    worker.on("exit", () => {
      this.#fail("the code ended the thread in which codegen executes it");
    });
  }

  /**
   * Writes the code of groups into a folder, and starts a thread for it. The thread loads the
   * modules of a group on the first request.
   */
  static async start(request: ProgramRequest): Promise<StateProgram> {
    const { code, folder, present } = request;
    const groups = groupsOf(code).filter(({ group }) => request.groups.has(group));
    await writeCode({ ...request, modules: groups.flatMap(({ modules }) => modules) });
    const compiled = groups.map((group): GroupCode => ({
      ...group,
      modules: group.modules.map((path) => `./${compiledPath(path)}`),
    }));
    const main = join(folder, "main.mjs");
    writeFileSync(main, mainOf(await answersUrl(present)));
    // The output of functions must not appear in the output of the command.
    const worker = new Worker(main, { workerData: compiled, stdout: true, stderr: true, execArgv: [] });
    return new StateProgram(worker, request);
  }

  /**
   * Sends requests about kinds of a group to the thread, and returns its responses.
   * @throws NotExecutable if the code of the group cannot be loaded, ends the thread, or takes too
   * long
   */
  async ask(group: string, questions: readonly Question[]): Promise<readonly Answer[]> {
    if (questions.length === 0) return [];
    const reply = await this.#reply(group, questions);
    if ("fault" in reply)
      throw new NotExecutable(`codegen cannot execute the ${this.request.state} code: ${this.#cleaned(reply.fault)}`);
    return reply.answers;
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  async #reply(group: string, questions: readonly Question[]): Promise<Reply> {
    if (this.#problem !== undefined) return { fault: this.#problem };
    const { limit = 60_000 } = this.request;
    const timer = setTimeout(() => {
      this.#fail(`a function did not return within ${String(limit / 1000)} seconds`);
      void this.worker.terminate();
    }, limit);
    const reply = await new Promise<Reply>((resolve) => {
      this.#settle = resolve;
      this.worker.postMessage({ group, questions });
    });
    clearTimeout(timer);
    return reply;
  }

  #fail(problem: string): void {
    this.#problem ??= problem;
    this.#settle?.({ fault: this.#problem });
  }

  /** Replaces the paths of the compiled files by the paths of their sources. */
  #cleaned(problem: string): string {
    const [line = ""] = problem.split("\n");
    return line.replaceAll(`${this.request.folder}${sep}`, "").replaceAll(/\.mjs\b/g, ".ts");
  }
}

async function answersUrl(present: string): Promise<string> {
  const specifier = "@apimachinery/runtime/answers";
  try {
    return await moduleUrl(present, specifier);
  } catch {
    throw new NotExecutable(
      "codegen cannot execute the code, because the installed @apimachinery/runtime is older than codegen",
    );
  }
}

const mainOf = (answers: string): string => `import { parentPort, workerData } from "node:worker_threads";
import { serveAnswers } from ${JSON.stringify(answers)};

serveAnswers(parentPort, workerData, (module) => import(module));
`;
