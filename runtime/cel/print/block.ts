/**
 * @file The statements of a printed function. The constant costs of the statements in a block are
 * added up to one number.
 */

/** The names and the constants of a printed function. */
export class Code {
  readonly #taken = new Set([...words]);
  readonly #constants = new Map<string, string>();

  /** Returns an unused name that is made from `hint`. */
  name(hint: string): string {
    const clean = hint
      .replaceAll(/[^A-Za-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase())
      .replaceAll(/[^A-Za-z0-9]/g, "");
    const start = /^[a-z]/i.test(clean) ? `${clean.charAt(0).toLowerCase()}${clean.slice(1)}` : "value";
    let name = start;
    for (let count = 2; this.#taken.has(name); count++) name = `${start}${String(count)}`;
    this.#taken.add(name);
    return name;
  }

  /**
   * Declares a constant that is computed once, before the first evaluation, and returns its name.
   */
  constant(hint: string, code: string): string {
    let name = this.#constants.get(code);
    if (name === undefined) this.#constants.set(code, (name = this.name(hint)));
    return name;
  }

  get constants(): readonly string[] {
    return Array.from(this.#constants, ([code, name]) => `const ${name} = ${code};`);
  }
}

/** Names that have a meaning in printed functions, and reserved words. */
const words =
  "cel read meter self oldSelf cost arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield NaN Infinity BigInt Math Number Object".split(
    " ",
  );

/** Statements that are executed one after the other. */
export class CodeBlock {
  readonly code: Code;
  readonly #parent: CodeBlock | undefined;
  readonly #lines: (string | CodeBlock | (() => string))[] = [];
  readonly #known = new Map<string, string>();
  #cost = 0;
  #hasLoop = false;

  constructor(code: Code, parent?: CodeBlock) {
    this.code = code;
    this.#parent = parent;
  }

  /** The part of the block's cost that does not depend on values. */
  get cost(): number {
    return this.#cost;
  }

  /**
   * Returns the part of the cost that does not depend on values, and sets it to zero. The caller
   * adds this cost to another block, such as for each iteration of a loop.
   */
  takeCost(): number {
    const cost = this.#cost;
    this.#cost = 0;
    return cost;
  }

  get isEmpty(): boolean {
    return this.#cost === 0 && this.#lines.length === 0;
  }

  charge(cost: number): void {
    this.#cost += cost;
  }

  /** Adds a statement for a cost that depends on values. */
  chargeFor(expression: string): void {
    this.line(`cost += ${expression};`);
  }

  /** @param text a line of code, or a function that returns the line when the block is complete */
  line(text: string | (() => string)): void {
    this.#lines.push(text);
  }

  /**
   * Returns the name of a constant with the value of an expression. Equal expressions share one
   * constant.
   */
  constant(hint: string, expression: string, type = ""): string {
    const known = this.find(expression);
    if (known !== undefined) return known;
    const name = this.code.name(hint);
    this.line(`const ${name}${type === "" ? "" : `: ${type}`} = ${expression};`);
    this.#known.set(expression, name);
    return name;
  }

  /**
   * Returns code that can be used several times: the given code if it is a name or a literal,
   * otherwise the name of a new constant.
   */
  named(code: string, hint = "value"): string {
    return /^(?:[\w$]+|-?[\d.]+|"[^"]*")$/.test(code) ? code : this.constant(hint, code);
  }

  /**
   * Returns the name of the constant with the value of an expression; undefined if neither this
   * block nor a block around it has declared the constant yet.
   */
  find(expression: string): string | undefined {
    return this.#known.get(expression) ?? this.#parent?.find(expression);
  }

  /** Reports whether this block is the given block, or is inside it. */
  isWithin(other: CodeBlock): boolean {
    return this === other || (this.#parent !== undefined && this.#parent.isWithin(other));
  }

  /** Creates a block inside this one. The caller adds the new block with `add` or `append`. */
  inner(): CodeBlock {
    return new CodeBlock(this.code, this);
  }

  /** Adds a block that is the body of a loop or of a condition. */
  add(head: string, block: CodeBlock, end = "}"): void {
    this.line(`${head} {`);
    this.#lines.push(block);
    this.line(end);
  }

  /** Adds the statements of a block at the end of this one. */
  append(block: CodeBlock): void {
    this.#lines.push(block);
  }

  /** Declares that the block contains a loop. */
  addLoop(): void {
    this.#hasLoop = true;
  }

  /** Upper bound of the block's cost; undefined if the cost depends on values or on a loop. */
  get greatestCost(): number | undefined {
    if (this.#hasLoop) return undefined;
    let total = this.#cost;
    for (const line of this.#lines) {
      const cost = line instanceof CodeBlock ? line.greatestCost : isCharge(line) ? undefined : 0;
      if (cost === undefined) return undefined;
      total += cost;
    }
    return total;
  }

  get hasCharges(): boolean {
    return this.#lines.some((line) => (line instanceof CodeBlock ? line.cost > 0 || line.hasCharges : isCharge(line)));
  }

  /** Returns the statements, without the one that adds the cost of the block itself. */
  statements(): string[] {
    return this.#lines.flatMap((line) =>
      line instanceof CodeBlock ? line.print() : [typeof line === "string" ? line : line()],
    );
  }

  print(): string[] {
    return this.#cost === 0 ? this.statements() : [`cost += ${String(this.#cost)};`, ...this.statements()];
  }
}

function isCharge(line: string | (() => string)): boolean {
  return typeof line === "string" && line.startsWith("cost += ");
}
