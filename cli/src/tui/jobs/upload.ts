import { basename } from 'node:path';
import type { CommandContext } from '../../command/context.ts';
import { uploadFile } from '../../transfer/uploadFile.ts';
import { errorText } from '../format.ts';
import type { Texts } from '../texts.ts';
import { JobContext } from './jobContext.ts';
import type { JobSpec, JobTools } from './jobs.ts';

type Upload = { readonly path: string; readonly target: Record<string, string> };

/** Uploads one file as the command does and returns its id: it goes on where an earlier try was cut off. */
export async function uploadOne(
  context: CommandContext,
  { path, target }: Upload,
  { api, signal, at }: Pick<JobTools, 'api' | 'signal' | 'at'>,
  texts: Texts,
): Promise<string> {
  const tools = { api, signal, at, outcome() {}, note() {}, undo() {}, noUndo() {} };
  const { id } = await uploadFile(new JobContext(context, texts, tools), { ...api, signal }, path, target);
  return id;
}

/** Uploads files one after the other; what fails does not stop the others. */
export function uploadJob(
  context: CommandContext,
  paths: readonly string[],
  target: Record<string, string>,
  command: string,
  texts: Texts,
): JobSpec {
  return {
    title: ({ acts }) => acts.uploads.job(paths.map((path) => basename(path))),
    command,
    async run(tools) {
      for (const [index, path] of paths.entries()) {
        const label = basename(path);
        // Counts files, of which one may be here in part.
        const at = (sent: number, size: number) => tools.at(index + (size > 0 ? sent / size : 0), paths.length);
        try {
          await uploadOne(context, { path, target }, { ...tools, at }, texts);
          tools.outcome({ label, result: 'done', text: texts.acts.uploads.done });
        } catch (error) {
          if (tools.signal.aborted) throw error;
          tools.outcome({ label, result: 'failed', text: errorText(error, texts) });
        }
      }
    },
  };
}
