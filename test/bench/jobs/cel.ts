import { compileRule } from "../../../runtime/cel/index.js";
import { printExpression } from "../../../runtime/cel/print/index.js";
import { bind, evaluatePrinted, type CELFunction, type Meter } from "../../../runtime/cel/printed/evaluate.js";
import { object, rules, schema } from "../../cel/twenty-rules.js";
import { loadCELPeers, type CELPeer } from "../cel-peers.js";
import { compare, table, type Candidate, type Measured } from "../compare.js";
import { conditions, type Service } from "../hand-written/cel.js";
import { importFunctions } from "../printed-module.js";
import { verify } from "../verify.js";

interface Input {
  readonly self: Service;
  readonly oldSelf: Service;
  /** The values of each peer. */
  readonly converted: readonly (readonly [self: unknown, oldSelf: unknown])[];
}

const title = (rule: string): string => `CEL: ${rule}`;

/**
 * Compares printed rules and closures with hand-written conditions and with other implementations.
 * The peers' values are made before the measurement. Prints the reason if the peers are missing.
 */
export async function celJobs(wanted: string): Promise<void> {
  const selected = rules.flatMap(([rule], index) => (title(rule).includes(wanted) ? [{ rule, index }] : []));
  if (selected.length === 0) return;
  const loaded = await loadCELPeers();
  if (typeof loaded === "string") console.log(`Other implementations of CEL are left out: ${loaded}\n`);
  const peers = typeof loaded === "string" ? [] : loaded;
  const inputs = Array.from({ length: 64 }, () => inputOf(peers));
  const functions = await printedFunctions(selected.map(({ rule }) => rule));
  const results = selected.map(({ rule, index }) =>
    measured([...own(rule, functions.get(rule)), byHand(index), ...others(rule, inputs, peers)], rule, inputs),
  );
  console.log(summary(results));
}

function inputOf(peers: readonly CELPeer[]): Input {
  const [self, oldSelf]: readonly [Service, Service] = [structuredClone(object), structuredClone(object)];
  return { self, oldSelf, converted: peers.map(({ convert }) => [convert(self), convert(oldSelf)] as const) };
}

/** Returns the printed functions of rules. */
async function printedFunctions(all: readonly string[]): Promise<ReadonlyMap<string, CELFunction>> {
  const entries = all.flatMap((rule): readonly (readonly [string, string])[] => {
    const code = printExpression(rule, schema);
    return code === undefined ? [] : [[rule, code]];
  });
  const makers = await importFunctions(entries);
  return new Map(Object.entries(makers).map(([rule, make]) => [rule, bind(make, schema)]));
}

function measured(candidates: readonly Candidate<Input>[], rule: string, inputs: readonly Input[]): Measured[] {
  const job = { title: title(rule), inputs, candidates };
  verify(job);
  const times = compare(job);
  console.log(table(job.title, times));
  return times;
}

const meter: Meter = { cost: 0 };

function own(rule: string, printed: CELFunction | undefined): readonly Candidate<Input>[] {
  const compiled = compileRule({ rule }, schema);
  return [
    ...(printed === undefined
      ? []
      : [
          {
            name: "printed function",
            run: ({ self, oldSelf }: Input) => evaluatePrinted(printed, meter, self, oldSelf) === true,
          },
        ]),
    {
      name: "closures",
      run({ self, oldSelf }) {
        const result = compiled.evaluate(self, oldSelf);
        return result.error === undefined && result.passes;
      },
    },
  ];
}

function byHand(index: number): Candidate<Input> {
  const condition = conditions[index];
  return { name: "by hand", run: ({ self, oldSelf }) => condition?.(self, oldSelf) };
}

/** The peers that can evaluate a rule. */
function others(rule: string, [input]: readonly Input[], peers: readonly CELPeer[]): readonly Candidate<Input>[] {
  return peers.flatMap(({ name, compile }, index) => {
    try {
      const evaluate = compile(rule);
      const run = ({ converted }: Input): unknown => {
        const [self, oldSelf] = converted[index] ?? [];
        return evaluate(self, oldSelf);
      };
      return input !== undefined && run(input) === true ? [{ name, run }] : [];
    } catch {
      return [];
    }
  });
}

/** Returns the ratios of all rules as their geometric mean, and the greatest one. */
function summary(results: readonly (readonly Measured[])[]): string {
  const names = [...new Set(results.flatMap((times) => times.slice(1).map(({ name }) => name)))];
  const lines = ["printed function", "closures"].flatMap((base) =>
    names
      .filter((name) => name !== base && !(base === "closures" && name === "printed function"))
      .map((name) => {
        const ratios = results.flatMap((times) => ratioOf(times, base, name));
        const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
        const greatest = Math.max(...ratios).toFixed(2);
        return `  ${`${base} / ${name}`.padEnd(46)} ${mean.toFixed(3)}, at most ${greatest}, ${String(ratios.length)} rules`;
      }),
  );
  return ["CEL: ratios, geometric mean of the rules that both can evaluate", ...lines, ""].join("\n");
}

function ratioOf(times: readonly Measured[], base: string, name: string): readonly number[] {
  const [one, other] = [base, name].map((wanted) => times.find((each) => each.name === wanted)?.ns);
  return one === undefined || other === undefined ? [] : [one / other];
}
