/** A flag of the command line, with its default and its parser. */
export interface Flag<T> {
  readonly default: T;
  readonly help: string;
  /**
   * Placeholder for the value in the help, such as `string`; empty for a flag that needs no value.
   */
  readonly placeholder: string;
  /** The default value as the help shows it; empty if the help shows none. */
  readonly shownDefault: string;
  /**
   * Converts the strings that the command line gives, in their order, to the value of the option.
   * @throws Error that explains an invalid value
   */
  read(texts: readonly string[]): T;
}

/** Flags by name, without the leading dashes. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** Flags that the help shows under one heading. */
export interface FlagSection<F extends Flags = Flags> {
  readonly heading: string;
  readonly flags: F;
}

/** Values of flags by their names in camel case: `--secure-port` is `securePort`. */
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F as CamelCase<Name & string>]: F[Name] extends Flag<infer T> ? T : never;
};

export type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the default values of flags. */
export function defaultsOf<F extends Flags>({ flags }: FlagSection<F>): FlagValues<F> {
  const entries = Object.entries(flags).map(([name, flag]): [string, unknown] => [camelCase(name), flag.default]);
  return Object.fromEntries(entries) as FlagValues<F>;
}
