import { CELBytes, CELUint, type Comprehension, type Constant, type Expression } from "../../runtime/cel/index.js";

/** Returns an expression as the judge prints it: with the index of each part, in code points. */
export function treeText(text: string, expression: Expression): string {
  const offsets = offsetsOf(text);
  let copies = 0;
  const offset = (at: number): string => `${String(offsets[at] ?? at)}:`;
  const print = (each: Expression): string => `${offset(each.at)}${content(each)}`;
  const list = (...parts: readonly string[]): string => `(${parts.join(" ")})`;

  function content(each: Expression): string {
    switch (each.kind) {
      case "literal":
        return literal(each.value);
      case "identifier":
        return each.name;
      case "select":
        return list(each.isTest ? "has" : "select", print(each.operand), JSON.stringify(each.field));
      case "call":
        return list(
          ...(each.target === undefined ? [each.name] : ["method", each.name, print(each.target)]),
          ...each.arguments.map(print),
        );
      case "list":
        return list("list", ...each.elements.map((part, index) => `${mark(each.optional.has(index))}${print(part)}`));
      case "map":
        return list("map", ...each.entries.map((part) => entry(part, print(part.key))));
      case "message":
        return list("message", each.name, ...each.fields.map((part) => entry(part, part.name)));
      case "comprehension":
        return loop(each);
      case "missing":
        return "?";
    }
  }

  function entry(part: { at: number; isOptional: boolean; value: Expression }, key: string): string {
    return `${mark(part.isOptional)}${copies > 0 ? "" : offset(part.at)}(${key} ${print(part.value)})`;
  }

  function loop(each: Comprehension): string {
    const { variable, variable2, accumulator, range, initial, condition, step, result } = each;
    const variables = variable2 === undefined ? variable : `${variable},${variable2}`;
    // In Go, the copies that a macro makes of entries of maps have the position of the macro.
    if (variable === "#unused") copies++;
    const first = print(initial);
    if (variable === "#unused") copies--;
    return list("loop", variables, print(range), accumulator, first, ...[condition, step, result].map(print));
  }

  return print(expression);
}

function mark(isOptional: boolean): string {
  return isOptional ? "?" : "";
}

/** The index of each UTF-16 unit in code points. */
function offsetsOf(text: string): readonly number[] {
  const offsets: number[] = [];
  let count = 0;
  for (const letter of text) {
    for (let unit = 0; unit < letter.length; unit++) offsets.push(count);
    count++;
  }
  return [...offsets, count];
}

function literal(value: Constant): string {
  if (value instanceof CELUint) return `${value.value}u`;
  if (value instanceof CELBytes) return `bytes(${Buffer.from(value.value).toString("hex")})`;
  if (typeof value === "number") return `double(${double(value)})`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Returns the bits of a double. */
function double(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString("hex");
}
