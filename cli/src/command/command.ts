import type { LocalizedText } from '../lib/texts.ts';
import type { ConsolePage } from './consolePage.ts';
import type { CommandContext } from './context.ts';

/** One flag. Its name is its key in kebab case. */
export type Option = {
  readonly help: LocalizedText;
  /** Marks an old name of another flag: accepted, but not shown in help. */
  readonly aliasOf?: string;
  /** The one-letter name. */
  readonly short?: string;
} & (
  | { readonly kind: 'flag' }
  | {
      readonly kind: 'text';
      readonly value: string;
      readonly choices?: readonly string[];
      readonly mayBeEmpty?: true;
    }
  | { readonly kind: 'number'; readonly value: string }
  /** Repeatable, comma-separated, or both. */
  | {
      readonly kind: 'list';
      readonly value: string;
      readonly choices?: readonly string[];
      readonly mayBeEmpty?: true;
      /** Without a value it is an empty list, which asks what it takes. */
      readonly asks?: true;
    }
  /** Repeatable; commas are part of the value. */
  | { readonly kind: 'texts'; readonly value: string }
  /** The value is optional; true without one. */
  | { readonly kind: 'maybe'; readonly value: string; readonly choices: readonly string[] }
);
export type Options = Readonly<Record<string, Option>>;

/** The type of a value: one of the choices, else a string. */
type Word<O> = O extends { readonly choices: readonly (infer Choice extends string)[] } ? Choice : string;
type OptionValue<O extends Option> = O['kind'] extends 'flag'
  ? boolean
  : O['kind'] extends 'number'
    ? number | undefined
    : O['kind'] extends 'list' | 'texts'
      ? Word<O>[] | undefined
      : O['kind'] extends 'maybe'
        ? Word<O> | true | undefined
        : Word<O> | undefined;
export type OptionValues<O extends Options> = { readonly [K in keyof O]: OptionValue<O[K]> };

/** A positional argument. */
export type Arg = {
  readonly name: string;
  readonly optional?: true;
  /** Takes one or more words. Only required one-word arguments may follow. */
  readonly many?: true;
  readonly choices?: readonly string[];
};
type ArgValue<A extends Arg> = A extends { many: true }
  ? Word<A>[]
  : A extends { optional: true }
    ? Word<A> | undefined
    : Word<A>;
type ArgValues<A extends readonly Arg[]> = { readonly [I in keyof A]: ArgValue<A[I]> };

/** A command: its name, arguments, flags, help and handler. */
export type Command<O extends Options = Options, A extends readonly Arg[] = readonly Arg[]> = {
  /** Noun and verb; noun only; or noun, part and verb. */
  readonly name: string;
  readonly summary: LocalizedText;
  readonly args?: A;
  readonly options?: O;
  readonly examples: readonly string[];
  /** Prints rows or an object, so it takes `--format` and `--fields`. `on request`: prints only with `--format`. */
  readonly prints?: true | 'on request';
  /** Runs when its noun is called without a verb. */
  readonly isDefault?: true;
  /** Handles SIGINT and SIGTERM itself. */
  readonly ownSignals?: true;
  /**
   * The page of the console that shows the same; the command then takes `--web`. A command that shows an object or a list
   * without such a page says null.
   */
  web?: Web<{ args: ArgValues<A>; options: OptionValues<O> }> | null;
  run(input: { args: ArgValues<A>; options: OptionValues<O> }, context: CommandContext): Promise<void>;
};

/** A command with its types erased, as registry and help need it. */
export type AnyCommand = Omit<Command, 'args' | 'options' | 'run' | 'web'> & {
  readonly args: readonly Arg[];
  readonly options: Options;
  web?: Web<AnyInput> | null;
  run(input: AnyInput, context: CommandContext): Promise<void>;
};
type Web<I> = (input: I, context: CommandContext) => ConsolePage | Promise<ConsolePage>;
type AnyInput = { args: readonly unknown[]; options: Readonly<Record<string, unknown>> };

/** Infers the handler's types from args and options, both empty if left out. */
export function command<const O extends Options, const A extends readonly Arg[]>(literal: Command<O, A>): AnyCommand {
  return { args: [], options: {}, ...literal } as unknown as AnyCommand;
}

/** `sortBy` → `sort-by`. */
export function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
