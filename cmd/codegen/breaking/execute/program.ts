import { writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { Worker } from "node:worker_threads";
import { moduleUrl } from "../../../../engine/config/plugin/plugin.js";
import type { Answer, GroupCode, Question, Reply } from "../../../../runtime/questions/index.js";
import { compiledPath, writeCode, type CodeRequest } from "./write-code.js";
import { groupsOf } from "./groups.js";

export interface ProgramRequest extends Omit<CodeRequest, "modules"> {
  /** The state in messages: `old` or `new`. */
  readonly state: string;
  /** The groups whose code is written. */
  readonly groups: ReadonlySet<string>;
  /** Time in which the thread must answer, in milliseconds: a function can have an endless loop. */
  readonly limit?: number;
}

/** Thrown if the code of a group cannot be executed. The message is the reason. */
export class NotExecutable extends Error {
  override readonly name = "NotExecutable";
}

/** The code of a state, which answers questions on a thread of its own. */
export class StateProgram {
  readonly #worker: Worker;
  readonly #request: ProgramRequest;
  #problem: string | undefined;
  #settle: ((reply: Reply) => void) | undefined;

  private constructor(worker: Worker, request: ProgramRequest) {
    this.#worker = worker;
    this.#request = request;
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on("message", (reply: Reply) => this.#settle?.(reply));
    worker.on("error", (error) => {
      this.#fail(error.message);
    });
    worker.on("exit", () => {
      this.#fail("its code ended the thread");
    });
  }

  /**
   * Writes the code of groups into a folder, and starts it in a thread. The modules of a group are
   * loaded when the first question arrives.
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
    // Output of functions does not belong to the output of the command.
    const worker = new Worker(main, { workerData: compiled, stdout: true, stderr: true, execArgv: [] });
    return new StateProgram(worker, request);
  }

  /**
   * Returns the answers to questions about kinds of a group.
   * @throws NotExecutable
   */
  async ask(group: string, questions: readonly Question[]): Promise<readonly Answer[]> {
    if (questions.length === 0) return [];
    const reply = await this.#reply(group, questions);
    if ("fault" in reply)
      throw new NotExecutable(`the ${this.#request.state} code cannot be executed: ${this.#cleaned(reply.fault)}`);
    return reply.answers;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #reply(group: string, questions: readonly Question[]): Promise<Reply> {
    if (this.#problem !== undefined) return { fault: this.#problem };
    const { limit = 60_000 } = this.#request;
    const timer = setTimeout(() => {
      this.#fail(`a function did not return within ${String(limit / 1000)} seconds`);
      void this.#worker.terminate();
    }, limit);
    const reply = await new Promise<Reply>((resolve) => {
      this.#settle = resolve;
      this.#worker.postMessage({ group, questions });
    });
    clearTimeout(timer);
    return reply;
  }

  #fail(problem: string): void {
    this.#problem ??= problem;
    this.#settle?.({ fault: this.#problem });
  }

  /** Replaces the paths of the written files by those of their sources. */
  #cleaned(problem: string): string {
    const [line = ""] = problem.split("\n");
    return line.replaceAll(`${this.#request.folder}${sep}`, "").replaceAll(/\.mjs\b/g, ".ts");
  }
}

async function answersUrl(present: string): Promise<string> {
  const specifier = "@apimachinery/runtime/answers";
  try {
    return await moduleUrl(present, specifier);
  } catch {
    throw new NotExecutable("no code can be executed: the installed @apimachinery/runtime is older than codegen");
  }
}

const mainOf = (answers: string): string => `import { parentPort, workerData } from "node:worker_threads";
import { serveAnswers } from ${JSON.stringify(answers)};

serveAnswers(parentPort, workerData, (module) => import(module));
`;
