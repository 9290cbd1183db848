import { LANGS } from '@shp/shared/domain/lib/lang';
import { FORMATS, LIST_HEADINGS } from '../lib/formats.ts';
import type { AnyCommand, Options } from './command.ts';

/** Flags of every command. */
export const GLOBALS = {
  server: { kind: 'text', value: 'URL', help: ({ cli }) => cli.options.server },
  token: { kind: 'text', value: 'TOKEN', help: ({ cli }) => cli.options.token },
  lang: { kind: 'text', value: 'LANG', choices: LANGS, help: ({ cli }) => cli.options.lang },
  quiet: { kind: 'flag', short: 'q', help: ({ cli }) => cli.options.quiet },
  progress: { kind: 'text', value: 'json', choices: ['json'], help: ({ cli }) => cli.options.progress },
  verbose: { kind: 'flag', help: ({ cli }) => cli.options.verbose },
  noColor: { kind: 'flag', help: ({ cli }) => cli.options.noColor },
  yes: { kind: 'flag', short: 'y', help: ({ cli }) => cli.options.yes },
  passwordStdin: { kind: 'flag', help: ({ cli }) => cli.options.ownPasswordStdin },
  timeout: { kind: 'number', value: 'SECONDS', help: ({ cli }) => cli.options.timeout },
  help: { kind: 'flag', short: 'h', help: ({ cli }) => cli.options.help },
} as const satisfies Options;

/** Flags of all commands that print rows or an object. */
export const PRINTING = {
  format: { kind: 'text', value: 'FORMAT', choices: FORMATS, help: ({ cli }) => cli.options.format },
  headings: { kind: 'text', value: 'HEADINGS', choices: LIST_HEADINGS, help: ({ cli }) => cli.options.listHeadings },
  fields: { kind: 'list', value: 'FIELDS', short: 'F', asks: true, help: ({ cli }) => cli.options.fields },
  jq: { kind: 'text', value: 'EXPRESSION', help: ({ cli }) => cli.options.jq },
  template: { kind: 'text', value: 'TEMPLATE', help: ({ cli }) => cli.options.template },
} as const satisfies Options;

/** For commands whose object or list has a page in the console. */
const WEB = { web: { kind: 'flag', help: ({ cli }) => cli.options.web } } as const satisfies Options;

/** For commands that print only with `--format`. */
const ON_REQUEST = {
  format: { ...PRINTING.format, help: ({ cli }) => cli.options.formatOnRequest },
} as const satisfies Options;

/** All flags of a command. */
export function optionsOf(command: AnyCommand): Options {
  const printing = command.prints === true ? PRINTING : command.prints ? ON_REQUEST : {};
  return { ...command.options, ...printing, ...(command.web ? WEB : {}), ...GLOBALS };
}

/** The flags shown in help and completion. */
export function shownOptions(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, { aliasOf }]) => aliasOf === undefined));
}
