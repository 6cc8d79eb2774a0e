/** One flag of a command line, and the option that it sets. */
export interface Flag<T> {
  readonly default: T;
  readonly help: string;
  /** What stands for the value in the help; empty for a flag that may stand alone. */
  readonly placeholder: string;
  /** How the help shows the default; empty where there is nothing to show. */
  readonly shownDefault: string;
  /** Reads every value that was given, in order. @throws Error with what is wrong with one */
  read(texts: readonly string[]): T;
}

/** Flags by their names, without the dashes. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** Flags under a heading of the help. */
export interface FlagSection<F extends Flags = Flags> {
  readonly heading: string;
  readonly flags: F;
}

/** What flags say: `--secure-port` is `securePort`. */
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F as CamelCase<Name & string>]: F[Name] extends Flag<infer T> ? T : never;
};

export type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** What flags say that nobody gave. */
export function defaultsOf<F extends Flags>({ flags }: FlagSection<F>): FlagValues<F> {
  const entries = Object.entries(flags).map(([name, flag]): [string, unknown] => [camelCase(name), flag.default]);
  return Object.fromEntries(entries) as FlagValues<F>;
}
