import { expect, test } from "vitest";
import type { Marker } from "../../engine/markers/marker.js";
import { describeRules, updateRulesIn } from "../../cmd/codegen/reference/build/rules.js";
import { plain, sentence } from "../../cmd/codegen/reference/words.js";

const position = { file: "types.ts", line: 1, column: 1 };

/** Returns a marker from its written form. */
function marker(text: string): Marker {
  const [, name = "", args, rest] = /^\+([^=(]+)(?:\(([^)]*)\))?(?:=(.*))?$/.exec(text) ?? [];
  return {
    name,
    position,
    ...(args === undefined ? {} : { args: [argument(args)] }),
    ...(rest === undefined ? {} : { value: rest }),
    ...(rest?.startsWith("+") === true ? { then: marker(rest) } : {}),
  };
}

function argument(text: string) {
  const [, name = "", value = ""] = /^(?:(\w+): )?"(.*)"$/.exec(text) ?? [];
  return { name, value };
}

test.each<[string[], string[]]>([
  [["+k8s:minLength=1"], ["not empty"]],
  [["+k8s:minLength=1", "+k8s:maxLength=63"], ["1 to 63 characters"]],
  [["+k8s:minItems=1"], ["at least 1 item"]],
  [["+k8s:minItems=2", "+k8s:maxItems=2"], ["exactly 2 items"]],
  [["+k8s:minProperties=0", "+k8s:maxProperties=1"], ["at most 1 entry"]],
  [["+k8s:maximum=1000000"], ["at most 1,000,000"]],
  [["+k8s:minimum=-5", "+k8s:maximum=5"], ["-5 to 5"]],
  [["+kubebuilder:validation:Minimum=0", "+kubebuilder:validation:ExclusiveMinimum=true"], ["greater than 0"]],
  [["+kubebuilder:validation:MultipleOf=5"], ["a multiple of 5"]],
  [["+kubebuilder:validation:Pattern=`^[a-z]$`"], ["must match ^[a-z]$"]],
  [["+kubebuilder:validation:Enum=a;b"], ["one of a, b"]],
  [["+kubebuilder:validation:items:MaxLength=3"], ["each item: at most 3 characters"]],
  [
    ["+k8s:format=k8s-uuid", "+k8s:maxBytes=9"],
    ["at most 9 bytes", "must have the format k8s-uuid"],
  ],
  [["+k8s:eachVal=+k8s:minLength=1"], ["each item: not empty"]],
  [["+k8s:eachKey=+k8s:maxLength=9"], ["each key: at most 9 characters"]],
  [['+k8s:neq="x"'], ['not "x"']],
  [["+nullable"], ["may be null"]],
  [["+k8s:unionDiscriminator"], ["contains the name of the member of the union that is set"]],
  [['+k8s:dependentRequired("size")'], ["if this field is set, size is required"]],
  [['+k8s:ifEnabled("Fast")=+k8s:required'], ["if the option Fast is enabled: required"]],
  [
    ['+k8s:item(type: "A")=+k8s:eachVal=+k8s:maxLength=3'],
    ['the item with type: "A": each item: at most 3 characters'],
  ],
  [["+k8s:alpha=+k8s:forbidden"], ["must not be set"]],
  [
    ["+k8s:alpha=+k8s:maxLength=3", "+k8s:minLength=1"],
    ["not empty", "at most 3 characters"],
  ],
  [["+featureGate=Fast"], ["needs the feature gate Fast"]],
  [["+genclient", "+default=1", "+k8s:immutable"], []],
])("the rules of %j are %j", (markers, expected) => {
  expect(describeRules(markers.map(marker)).map(plain)).toEqual(expected);
});

test.each<[string, string[]]>([
  ["+k8s:immutable", ["cannot be changed after the object is created"]],
  ["+k8s:update=NoSet", ["an update cannot set the value"]],
  [
    "+k8s:update=NoModify,NoUnset",
    ["an update cannot change a value that is set", "an update cannot remove the value"],
  ],
  ["+k8s:beta=+k8s:immutable", ["cannot be changed after the object is created"]],
  ["+k8s:minimum=1", []],
])("the rules of %s about updates are %j", (text, expected) => {
  expect(updateRulesIn([marker(text)]).map(plain)).toEqual(expected);
});

test("a sentence begins with a capital and ends with a full stop", () => {
  expect(plain(sentence(["at most ", { code: "x" }]))).toBe("At most x.");
  expect(plain(sentence([{ code: "x" }]))).toBe("x.");
  expect(plain(sentence(["done."]))).toBe("Done.");
});
