import type { Option, Options } from '../../command/command.ts';
import type { LocalizedText } from '../../lib/texts.ts';

/** Writes the text in the user's editor. */
const EDITOR = { kind: 'flag', short: 'e', help: ({ cli }) => cli.options.editor } as const satisfies Option;

/** `-m TEXT`, or `-e` for the editor. */
export const messageFlags = (help: LocalizedText) =>
  ({
    message: { kind: 'text', value: 'TEXT', short: 'm', help, mayBeEmpty: true } as const satisfies Option,
    editor: EDITOR,
  }) as const satisfies Options;
