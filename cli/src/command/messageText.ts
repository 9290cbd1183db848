import { editText } from '../lib/editor.ts';
import { Failure, UsageError } from '../lib/errors.ts';
import type { CommandContext } from './context.ts';

type Given = { readonly message: string | undefined; readonly editor: boolean };

/**
 * The text of `-m`, or from the editor: with `-e`, and on a terminal where a text is needed and none is given. `name`
 * is the file's name in the editor. @throws UsageError, Failure
 */
export async function messageText(
  context: CommandContext,
  { message, editor }: Given,
  name: string,
  isNeeded: () => boolean | Promise<boolean> = () => true,
): Promise<string | undefined> {
  const { cli } = context.texts;
  if (message !== undefined) {
    if (editor) throw new UsageError(cli.usage.notBoth('-m', '-e'));
    return message;
  }
  if (!editor && !(await isNeeded())) return undefined;
  if (!context.canAsk) throw new UsageError(editor ? cli.usage.missingAnswer('-m') : cli.usage.missingFlags('-m'));
  const text = await editText(name, '', context.texts);
  if (text === '') throw new Failure(cli.errors.cancelled);
  return text;
}
