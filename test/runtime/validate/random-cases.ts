import fc from "fast-check";
import { rules, type Case } from "./rules.js";

const letters = [
  "a",
  "Z",
  "09",
  ".",
  "-",
  "/",
  "_",
  "%",
  '"',
  "é",
  "€",
  "🙂",
  "ſ",
  "\u212a",
  "kubernetes.io/",
  "requests.",
  "example.com/x",
  "1.2.3.4",
];
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom("a", "b.c", "0") }, fc.constantFrom(...letters)), {
    maxLength: 8,
  })
  .map((parts) => parts.join(""));
const long = fc.tuple(text, fc.nat(300)).map(([unit, count]) => unit.repeat(count).slice(0, 400));
const uuids = fc.uuid().map((id) => id.replace(/.$/, (last) => (last > "8" ? last.toUpperCase() : last)));
const name = fc.constantFrom("a", "b", "c", "d", "e\u{10000}", "e\uffff");
const pair = fc.record(
  { name, port: fc.integer({ min: 0, max: 2 }), note: fc.constantFrom("", "x") },
  { requiredKeys: ["name", "note"] },
);
const longList = fc.array(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 30 });
const map = fc.dictionary(name, fc.constantFrom("1", "2"), { maxKeys: 4 });
const quantity = fc
  .tuple(
    fc.constantFrom("", "-", "+"),
    fc.oneof(fc.nat(2000), fc.nat(2 ** 31)),
    fc.constantFrom("", ".", ".5", ".05", ".000000001", ".1234567891"),
    fc.constantFrom("", "n", "u", "m", "k", "K", "M", "Mi", "Ki", "Gi", "e3", "E2", "e-3", "E", "x", " "),
  )
  .map((parts) => parts.join(""));
const set = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
const mode = fc.constantFrom("", "A", "B", "X");
const small = fc.integer({ min: -3, max: 5 });

/** Random cases of all rules. */
export const anyCase = fc.record<Case>({
  Rule: fc.constantFrom(...Object.keys(rules)),
  Update: fc.boolean(),
  Options: fc.constantFrom({}, { A: true }, { A: false, B: true }, { A: true, B: false }),
  Text: fc.oneof({ weight: 4, arbitrary: text }, long, uuids, name, mode, quantity),
  Limit: fc.oneof(small, fc.integer({ min: 0, max: 400 })),
  Number: small,
  Old: fc.option(small),
  List: fc.oneof({ weight: 4, arbitrary: fc.array(name, { maxLength: 6 }) }, longList),
  OldList: fc.array(name, { maxLength: 6 }),
  Pairs: fc.array(pair, { maxLength: 6 }),
  OldPairs: fc.array(pair, { maxLength: 6 }),
  Map: map,
  OldMap: map,
  Set: set,
  OldSet: fc.option(set),
  Mode: mode,
  OldMode: mode,
  Values: fc.uniqueArray(fc.oneof(name, mode), { maxLength: 4 }),
  Exclude: fc.array(
    fc.record({ Value: fc.oneof(name, mode), Option: fc.constantFrom("A", "B"), WhenEnabled: fc.boolean() }),
    { maxLength: 2 },
  ),
});

/** A case with the arguments that no recorded case contains. */
export const emptyCase: Omit<Case, "Rule"> = {
  Update: false,
  Options: {},
  Text: "",
  Limit: 0,
  Number: 0,
  Old: null,
  List: [],
  OldList: [],
  Pairs: [],
  OldPairs: [],
  Map: {},
  OldMap: {},
  Set: [],
  OldSet: null,
  Mode: "",
  OldMode: "",
  Values: [],
  Exclude: [],
};
