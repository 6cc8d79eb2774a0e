import { expect, test } from "vitest";
import { argumentsOf } from "../../engine/markers/arguments.js";
import { listArgumentsOf } from "../../engine/markers/list-arguments.js";

const prefix = "kubebuilder:metadata:";

function read(text: string): object {
  const given = argumentsOf(`${prefix}annotations`, text, prefix);
  return "fault" in given ? given : Object.fromEntries(given);
}

test("strings in quotes with semicolons between them are one list", () => {
  expect(read('"a=b, c";"d=e" ; "f=\\"g\\"",labels="h=i"')).toEqual({ annotations: 'a=b, c;d=e;f="g"', labels: "h=i" });
});

test("strings in double quotes have the escapes of JSON, alone and in lists", () => {
  const written = '"a\\r\\n\\tb\\u2028\\\\n"';
  const meant = "a\r\n\tb\u2028\\n";
  expect(read(written)).toEqual({ annotations: meant });
  expect(read(`${written};"c"`)).toEqual({ annotations: `${meant};c` });
  const list = listArgumentsOf(`${prefix}annotations`, `${written};"c"`, prefix);
  expect("fault" in list ? list : Object.fromEntries(list)).toEqual({ annotations: [meant, "c"] });
});

test("a list of strings in quotes needs a string after each semicolon", () => {
  expect(read('"a=b";c=d')).toEqual({
    fault: 'has a string without a closing quote, or unexpected text after the string: "a=b";c=d',
  });
});
