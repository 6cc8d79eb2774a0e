import { expect, test } from "vitest";
import { argumentsOf } from "../../engine/markers/arguments.js";

const prefix = "kubebuilder:metadata:";

function read(text: string): object {
  const given = argumentsOf(`${prefix}annotations`, text, prefix);
  return "fault" in given ? given : Object.fromEntries(given);
}

test("strings in quotes with semicolons between them are one list", () => {
  expect(read('"a=b, c";"d=e" ; "f=\\"g\\"",labels="h=i"')).toEqual({ annotations: 'a=b, c;d=e;f="g"', labels: "h=i" });
});

test("a list of strings in quotes needs a string after each semicolon", () => {
  expect(read('"a=b";c=d')).toEqual({
    fault: 'has a string without a closing quote, or text after the string: "a=b";c=d',
  });
});
