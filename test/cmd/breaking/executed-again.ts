import { expect } from "vitest";
import type { ChangeExample } from "../../../cmd/codegen/breaking/form/change.js";
import type { Answer, Question } from "../../../runtime/questions/index.js";
import type { TwoPrograms } from "./two-programs.js";

type JSONObject = Extract<Question, { readonly operation: "create" }>["sent"];

/** A change with an example, as JSON has it. */
export interface Printed {
  readonly code: string;
  readonly kind: string;
  readonly example?: ChangeExample;
}

/**
 * Sends the object of an example to both states again. The old state accepts it, and the new one
 * answers as the example says.
 */
export async function executedAgain(programs: TwoPrograms, { code, kind, example }: Printed): Promise<void> {
  if (example === undefined) return;
  const { operation, before, stored, was, after } = example;
  const object = (Array.isArray(before) ? (before[0] as { readonly object: JSONObject }).object : before) as JSONObject;
  const [group = "", version = ""] = (object["apiVersion"] as string).split("/");
  const target =
    isRecord(after) && typeof after["apiVersion"] === "string" ? after["apiVersion"].split("/")[1] : undefined;
  const question: Question =
    operation === "apply"
      ? { operation, configurations: before as readonly { readonly manager: string; readonly object: JSONObject }[] }
      : operation === "update"
        ? { operation, sent: object, stored: stored as JSONObject }
        : operation === "create"
          ? { operation, sent: object, storage: version }
          : { operation: "read", stored: object, version: target ?? kind.split(".")[0] ?? "" };
  const answers = await programs.ask(group, question);
  const title = `${code} of ${kind}: ${JSON.stringify(example)} ${JSON.stringify(answers)}`;
  const [old, now] = answers.map(plain);
  if (was === undefined) expect(old, title).not.toHaveProperty("error");
  else expect(old, title).toMatchObject(was as object);
  // A structural schema and generated code refuse the same object with other words.
  const error = isRecord(after) ? after["error"] : undefined;
  if (error === undefined) expect(now, title).toMatchObject(after as object);
  else expect(now, title).toHaveProperty("error");
}

function plain(answer: Answer): object {
  return "object" in answer ? answer.object : { error: answer.error };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
