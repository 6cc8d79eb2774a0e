import { rmSync } from "node:fs";
import { CodecFactory, Scheme, type GroupVersionKind } from "@apimachinery/runtime";
import { encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../fuzz/random.js";
import { corpora } from "../../generators/corpora.js";
import { buildJudge, Judge } from "../../judge/go-judge.js";
import type { AnyOutcome } from "../../judge/outcomes.js";
import { damaged, type ProtobufCase } from "../../protobuf/random-case.js";
import { randomObject } from "../../protobuf/random-object.js";
import { replayWith } from "../../protobuf/replay.js";
import { differences } from "./differences.js";
import { goModule } from "./go-module.js";
import { generate, installAll } from "./overlay.js";
import { layOverProtobuf } from "./protobuf-overlay.js";
import { sizeOf } from "../../sizes.js";

/**
 * The scheme of client-go has no discovery documents. RangeAllocation is the only kind with
 * required bytes: if damage removes them, they are null in Go and empty here.
 */
function isLeftOut({ group, kind }: GroupVersionKind): boolean {
  return group === "apidiscovery.k8s.io" || kind === "RangeAllocation";
}

/** Number of random cases for each kind, at most 100. */
const runs = Math.min(100, sizeOf("KUBERNETES_FUZZ_RUNS"));

/** The types of the corpora, and those of the judge, are those of v0.36.3. */
const api = corpora === undefined ? undefined : goModule("k8s.io/api", "v0.36.3");
const problem = api === undefined ? "CORPORA does not name a folder, or Go is missing" : buildJudge("protobuf");
const title = `random objects of Kubernetes' kinds${problem === undefined ? "" : ` (skipped: ${problem})`}`;

describe.skipIf(problem !== undefined)(title, () => {
  const scheme = new Scheme("kubernetes");
  const codecs = new CodecFactory(scheme);
  let work = "";

  beforeAll(async () => {
    work = layOverProtobuf("protobuf-random", api ?? "");
    await generate(work);
    await installAll(work, scheme);
  });

  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });

  test("have the bytes of Go, and Go reads the same from damaged bytes", { timeout: 3_600_000 }, async () => {
    const kinds = scheme
      .allKnownTypes()
      .flatMap(({ gvks }) => gvks)
      .filter((gvk) => scheme.protobuf.find(gvk) !== undefined && !isLeftOut(gvk));
    expect(kinds.length).toBeGreaterThan(100);
    const replay = replayWith(scheme, codecs);
    const judge = new Judge<ProtobufCase, AnyOutcome>("protobuf");
    try {
      for (const [at, gvk] of kinds.entries()) {
        const random = new Random(at);
        const cases = Array.from({ length: runs }, (): ProtobufCase => {
          const json = randomObject(random, scheme.schemaFor(gvk));
          const { object } = codecs.universalDeserializer().decode(JSON.stringify(json));
          const bytes = damaged(random, Buffer.from(encodeProtobuf(scheme, object)));
          return { steps: [{ json }, { protobuf: bytes.toString("hex") }] };
        });
        const answers = await judge.replay(cases, 1);
        for (const [index, theCase] of cases.entries())
          for (const [step, ours] of replay(theCase).entries()) {
            const theirs = answers[index]?.[0]?.[step];
            expect(differences(theirs, ours), `${gvk.kind}: ${JSON.stringify(theCase.steps[step])}`).toEqual([]);
          }
      }
    } finally {
      judge.stop();
    }
  });
});
