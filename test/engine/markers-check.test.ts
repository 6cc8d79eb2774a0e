import { expect, test } from "vitest";
import { indexDefinitions } from "../../engine/markers/definitions.js";
import { parseMarker } from "../../engine/markers/grammar.js";
import { kubernetesMarkers } from "../../generators/markers/kubernetes-marker.js";
import { loadSource } from "./load-source.js";

const onType = (...lines: readonly string[]) =>
  loadSource(`/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\nexport interface A {}`);
const onField = (...lines: readonly string[]) =>
  loadSource(`export interface A {\n/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\na: string }`);
const onPackage = (...lines: readonly string[]) =>
  loadSource({ "v1/doc.ts": `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\nexport {};`, "v1/types.ts": "" });

test.each([
  ["+k8s:requird", "`+k8s:required`"],
  ["+k8s:Required", "`+k8s:required`"],
  ["+K8s:required", "`+k8s:required`"],
  ["+kubebuilder:validation:MaxLenght=3", "`+kubebuilder:validation:MaxLength`"],
  ["+genclient:noStatsu", "`+genclient:noStatus`"],
  ['+k8s:alpha(since: "1.34")=+k8s:requird', "`+k8s:required`"],
  ["+k8s:deepcopy-gn=true", "`+k8s:deepcopy-gen`"],
])("%s is unknown, and the problem suggests the nearest marker", (line, meant) => {
  const { problems, hints } = onField(line);
  expect(problems[0]).toMatch(/^v1\/types\.ts:3:\d+ markers\/unknown$/);
  expect(hints[0]).toContain(meant);
});

test("an unknown marker without a similar one gets no suggestion", () => {
  expect(onType("+k8s:something-very-different").hints).toEqual([
    "remove the marker; `codegen markers` lists all markers",
  ]);
});

test.each(["+defualt=1", "+omitzro", "+otpional", "+Optional", "+requird"])(
  "%s is an error, because it resembles a marker",
  (line) => {
    expect(onField(line).problems).toEqual(["v1/types.ts:3:4 markers/near-miss"]);
  },
);

test("a marker at a place without effect is a problem that names the right places", () => {
  const { problems, messages, hints } = onField("+genclient");
  expect(problems).toEqual(["v1/types.ts:3:4 markers/misplaced"]);
  expect(messages).toEqual(["`+genclient` has no effect on a field"]);
  expect(hints).toEqual(["remove the marker here: it is valid only on a type"]);
  expect(onType("+groupName=g").hints).toEqual([
    "remove the marker here: it is valid only in the package comment (doc.ts)",
  ]);
  expect(onPackage("+optional").problems).toEqual(["v1/doc.ts:2:4 markers/misplaced"]);
});

test.each([
  ["+k8s:required x", 18],
  ["+k8s:item(a, b)=+k8s:required", 17],
  ['+k8s:format="x', 16],
  ["+k8s:minimum =1", 16],
  ["+optional +required", 14],
])("%s is malformed at column %i", (line, column) => {
  expect(onField(line).problems).toEqual([`v1/types.ts:3:${column} markers/malformed`]);
});

test("a repeated marker is a problem", () => {
  expect(onField("+optional", "+optional").problems).toEqual(["v1/types.ts:4:4 markers/repeated"]);
  expect(onField("+default=1", "+default=2").messages).toEqual([
    "`+default` can occur only once here, but is also on line 3",
  ]);
  expect(onField("+listMapKey=a", "+listMapKey=b").problems).toEqual([]);
});

test.each([
  ["+listType=bag", /atomic, set, map/],
  ["+optional=true", /no value/],
  ["+k8s:minLength=-1", /whole number/],
  ["+k8s:eachVal=x", /marker after it/],
  ["+k8s:update=Never", /NoSet/],
  ['+k8s:minimum="1"', /whole number/],
  ["+k8s:minimum(x)=1", /takes no arguments/],
  ["+k8s:eachVal(x)=+k8s:required", /takes no arguments/],
  ["+k8s:neq='a'", /double quotes/],
  ['+k8s:unionMember("a")', /only arguments with names: `union: …` and `memberName: …`/],
  ["+k8s:unionMember=a", /takes no value/],
  ['+k8s:alpha("1.34")=+k8s:required', /only arguments with names: `since: …`/],
  ["+k8s:required=+k8s:immutable", /takes no value/],
  ["+k8s:validateTrue=+k8s:immutable", /a string, not a marker/],
])("%s has a bad value", (line, words) => {
  const { problems, messages, hints } = onField(line);
  expect(problems).toEqual(["v1/types.ts:3:4 markers/bad-value"]);
  expect(messages[0]).toMatch(words);
  expect(hints[0]).toMatch(/^for example: \+/);
});

test("`=false` beside other values is a problem", () => {
  expect(onPackage("+k8s:validation-gen=false", "+k8s:validation-gen=*").problems).toEqual([
    "v1/doc.ts:2:4 markers/mixed-false",
  ]);
});

test("Go's form that registers a type together with deepcopy is accepted", () => {
  expect(onPackage("+k8s:deepcopy-gen=package,register").problems).toEqual([]);
});

test("a marker on an exported function is valid, and on a constant it is a problem", () => {
  expect(
    loadSource("/** +k8s:enumExclude */\nexport const A = 1;\n/** +optional */\nexport function f() {}").problems,
  ).toEqual(["v1/types.ts:3:5 markers/misplaced"]);
});

test("every example in the table is well-formed, belongs to its marker, and passes its check", () => {
  const { find } = indexDefinitions(kubernetesMarkers);
  for (const definition of kubernetesMarkers) {
    if (definition.name.endsWith("*") && definition.example.endsWith("*"))
      throw new Error(`no example: ${definition.name}`);
    const parsed = parseMarker(definition.example, { file: "a.ts", line: 1, column: 1 }, find);
    if (!("marker" in parsed)) throw new Error(`${definition.example}: ${parsed.error}`);
    expect(find(parsed.marker.name), definition.example).toBe(definition);
    expect(definition.check?.(parsed.marker), definition.example).toBeUndefined();
  }
});

test("the table contains each marker once", () => {
  const names = kubernetesMarkers.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("the error for contradictory verbs of a client names both markers", () => {
  const { problems, messages } = onType("+genclient", "+genclient:onlyVerbs=create,get", "+genclient:skipVerbs=watch");
  expect(problems).toEqual(["v1/types.ts:4:4 markers/contradiction"]);
  expect(messages).toEqual([
    "`+genclient:skipVerbs=watch` contradicts `+genclient:onlyVerbs=create,get` on line 3: onlyVerbs lists the verbs of the client, skipVerbs lists the verbs that the client does not have",
  ]);
  expect(onType("+genclient:readonly", "+genclient:onlyVerbs=create,update,get").messages).toEqual([
    "`+genclient:onlyVerbs=create,update,get` contradicts `+genclient:readonly` on line 2: a client that only reads has no create and no update",
  ]);
  expect(onType("+genclient:noStatus", "+genclient:onlyVerbs=get,updateStatus").messages).toHaveLength(1);
  expect(onType("+genclient:noVerbs", "+genclient:readonly").messages).toHaveLength(1);
  expect(onType("+genclient:readonly", "+genclient:onlyVerbs=get,list", "+genclient:noStatus").messages).toEqual([]);
});

test.each([
  ["+nonNamespaced=true", "+genclient:nonNamespaced"],
  ["+nonNamespaced", "+genclient:nonNamespaced"],
  ["+nonNamespaced=false", "remove the marker"],
  ["+noMethods=true", "+genclient:noVerbs"],
  ["+readonlyMethods=true", "+genclient:readonly"],
])("%s is an old form: %s", (line, hint) => {
  const { problems, messages, hints } = onType(line);
  expect(problems).toEqual(["v1/types.ts:2:4 markers/near-miss"]);
  expect(messages[0]).toMatch(/^`\+\w+` is the former name of `\+genclient:\w+`$/);
  expect(hints).toEqual([hint]);
});

test("prose that begins with the word of an old form is not a marker", () => {
  expect(onType("+nonNamespaced kinds are described elsewhere").problems).toEqual([]);
});
