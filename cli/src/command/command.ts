import type { Said } from '../lib/texts.ts';
import type { CommandContext } from './context.ts';

/** One flag. Its name is its key in kebab case. */
export type Option = {
  readonly help: Said;
  /** An older name of another flag: understood, and shown nowhere. */
  readonly aliasOf?: string;
} & (
  | { readonly kind: 'flag' }
  | {
      readonly kind: 'text';
      readonly value: string;
      readonly choices?: readonly string[];
      readonly short?: string;
      readonly mayBeEmpty?: true;
    }
  | { readonly kind: 'number'; readonly value: string }
  /** Repeated, separated by commas, or both. */
  | {
      readonly kind: 'list';
      readonly value: string;
      readonly choices?: readonly string[];
      readonly short?: string;
      readonly mayBeEmpty?: true;
    }
  /** Repeated, each value as it is. */
  | { readonly kind: 'texts'; readonly value: string; readonly short?: string }
  /** With or without a value; true without. */
  | { readonly kind: 'maybe'; readonly value: string; readonly choices: readonly string[] }
);
export type Options = Readonly<Record<string, Option>>;

/** A word of a flag or an argument: one of its choices, where it has any. */
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

/** One word after the command. */
export type Arg = {
  readonly name: string;
  readonly optional?: true;
  /** As many words as there are; after it only arguments of one word that must be there. */
  readonly many?: true;
  readonly choices?: readonly string[];
};
type ArgValue<A extends Arg> = A extends { many: true }
  ? Word<A>[]
  : A extends { optional: true }
    ? Word<A> | undefined
    : Word<A>;
export type ArgValues<A extends readonly Arg[]> = { readonly [I in keyof A]: ArgValue<A[I]> };

/** A command is this one value: what it is called, takes and says of itself, and what it does. */
export type Command<O extends Options = Options, A extends readonly Arg[] = readonly Arg[]> = {
  /** Noun and verb, the noun alone, or noun, part and verb. */
  readonly name: string;
  readonly summary: Said;
  readonly args: A;
  readonly options: O;
  readonly examples: readonly string[];
  /** Prints rows or an object, so it takes `--format` and `--fields`; `on request` only where `--format` is given. */
  readonly prints?: true | 'on request';
  /** Runs when its noun is called without a verb. */
  readonly isDefault?: true;
  /** Ends by itself on SIGINT and SIGTERM. */
  readonly ownSignals?: true;
  run(input: { args: ArgValues<A>; options: OptionValues<O> }, shp: CommandContext): Promise<void>;
};

/** A command of any shape, as the registry and the help hold it. */
export type AnyCommand = Omit<Command, 'run'> & {
  run(
    input: { args: readonly unknown[]; options: Readonly<Record<string, unknown>> },
    shp: CommandContext,
  ): Promise<void>;
};

/** Returns its argument; it exists so that the handler's types are inferred from args and options. */
export function command<const O extends Options, const A extends readonly Arg[]>(literal: Command<O, A>): AnyCommand {
  return literal as unknown as AnyCommand;
}

/** `sortBy` → `sort-by`. */
export function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
