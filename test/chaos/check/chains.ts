import type { Coverage } from "./coverage.js";
import type { Order, Write } from "./order.js";
import type { Violations } from "./violation.js";

/**
 * Checks that each write of an object fits the write before it: creates follow absence, writes with
 * a condition follow the version of the condition, and no uid returns after its deletion.
 */
export function checkChains(order: Order, coverage: Coverage, violations: Violations): void {
  for (const writes of order.byName.values()) {
    const gone = new Map<string, Write>();
    writes.forEach((write, index) => {
      const before = writes[index - 1];
      const hidesOther = coverage.mayHide(before?.revision ?? 0, write.revision);
      if (write.isDeletion) checkDeletion(write, before, hidesOther, violations);
      else {
        const { uid } = write.object;
        const deletion = gone.get(uid);
        if (deletion !== undefined)
          violations.add(
            "resurrected",
            `${write.name} with uid ${uid} was deleted at ${deletion.revision}, and exists again at ${write.revision}`,
            deletion.evidence,
            write.evidence,
          );
        else checkPut(write, before, hidesOther, violations);
      }
      checkCondition(write, before, violations);
      if (write.isDeletion) gone.set(write.object.uid, write);
      else if (before?.isDeletion === false && before.object.uid !== write.object.uid)
        gone.set(before.object.uid, write);
    });
  }
}

function checkDeletion(write: Write, before: Write | undefined, hidesOther: boolean, violations: Violations): void {
  if (hidesOther) return;
  const wrong = (problem: string) => {
    violations.add(
      "wrong-deletion",
      `${write.name} at ${write.revision}: ${problem}`,
      before?.evidence,
      write.evidence,
    );
  };
  if (before === undefined || before.isDeletion) wrong("it is deleted, but did not exist");
  else if (before.object.value !== write.object.value || before.object.uid !== write.object.uid)
    wrong(`the deletion shows ${write.object.value}, but the object had ${before.object.value}`);
  else if (before.object.digest !== write.object.digest) wrong("the deleted object differs from the object before it");
}

function checkPut(write: Write, before: Write | undefined, hidesOther: boolean, violations: Violations): void {
  const { name, revision, operation, evidence } = write;
  if (hidesOther) return;
  const existed = before?.isDeletion === false;
  if (existed && operation?.verb === "create")
    violations.add(
      "duplicate-create",
      `${name} was created at ${revision}, but it existed since ${before.revision}`,
      before.evidence,
      evidence,
      operation,
    );
  else if (!existed && operation !== undefined && operation.verb !== "create")
    violations.add(
      "resurrected",
      `${name} did not exist, but the ${operation.verb} of ${write.object.value} stored it at ${revision}`,
      before?.evidence,
      evidence,
      operation,
    );
  else if (existed && before.object.uid !== write.object.uid)
    violations.add(
      "resurrected",
      `${name} has uid ${write.object.uid} at ${revision}, but uid ${before.object.uid} was never deleted`,
      before.evidence,
      evidence,
    );
}

/** Checks the version that a write replaced. Between both, no write may exist, known or not. */
function checkCondition({ operation, ...write }: Write, before: Write | undefined, violations: Violations): void {
  const condition = operation?.condition;
  if (condition === undefined || before === undefined) return;
  const replaced = before.isDeletion ? undefined : before;
  const isWrong =
    (condition.revision !== undefined && replaced?.revision !== condition.revision) ||
    (condition.uid !== undefined && replaced !== undefined && replaced.object.uid !== condition.uid);
  if (isWrong)
    violations.add(
      "lost-update",
      `${write.name}: the ${operation?.verb ?? ""} at ${write.revision} required revision ${condition.revision ?? "any"} and uid ` +
        `${condition.uid ?? "any"}, but the write before it has revision ${before.revision}`,
      before.evidence,
      write.evidence,
      operation,
    );
}
