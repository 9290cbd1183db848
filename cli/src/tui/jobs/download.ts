import { createHash } from 'node:crypto';
import type { BinaryKey, Input, JsonKey } from '@shp/shared/api/index';
import type { FileItem } from '@shp/shared/api/objects';
import type { CommandContext } from '../../command/context.ts';
import { Failure } from '../../lib/errors.ts';
import { type Opener, openFile } from '../../lib/opener.ts';
import { shownPath } from '../../lib/userFile.ts';
import { writeAtomicFile } from '../../transfer/atomicFile.ts';
import { download, requestDownload } from '../../transfer/file.ts';
import type { Texts } from '../texts.ts';
import { JobContext } from './jobContext.ts';
import type { JobSpec } from './jobs.ts';
import { copyWritten, newCopyPath } from './openedCopies.ts';

/** Characters that are invalid in file names on some system, or would leave the folder. */
const FORBIDDEN = /[\\/:*?"<>|]+/g;

/** The name under which a file is saved. */
export function savedName({ title, extension }: FileItem): string {
  return `${title.replace(FORBIDDEN, '_')}.${extension}`;
}

export type FileKind = keyof typeof CALLS;
const CALLS = {
  file: ['GET file/token', 'GET file/download/:name'],
  evidence: ['GET file/evidence_token', 'GET file/download_evidence/:name'],
  document: ['GET document/token', 'GET document/download/:name'],
} as const satisfies Record<string, readonly [JsonKey, BinaryKey]>;

/** Downloads one file; it appears only when complete and verified. */
export function downloadJob(kind: FileKind, file: FileItem, path: string, texts: Texts): JobSpec {
  const [ask, get] = CALLS[kind];
  return {
    title: ({ tui }) => tui.files.job(shownPath(path)),
    file: path,
    async run({ api, signal, at, note }) {
      const { token, name } = await api.call(ask, { fileId: file.id }, { signal });
      await writeAtomicFile(
        path,
        async (sink) => {
          const hash = createHash('sha256');
          const response = await api.open(get, { name, token } as Input<BinaryKey>, { signal });
          let got = 0;
          for await (const chunk of response.chunks()) {
            await sink.write(chunk);
            hash.update(chunk);
            got += chunk.length;
            at(got, file.size);
          }
          if (hash.digest('hex') !== file.sha256) throw new Failure(texts.cli.errors.damaged);
        },
        () => {},
      );
      note(texts.cli.notes.written(path));
    },
  };
}

/** Downloads a copy of a file for as long as the UI runs, and opens it in its program. */
export function openJob(kind: FileKind, file: FileItem, opener: Opener, texts: Texts): JobSpec {
  const { openFile: words } = texts.acts;
  return {
    title: ({ acts }) => acts.open(savedName(file)),
    async run(tools) {
      const path = await newCopyPath(savedName(file));
      await downloadJob(kind, file, path, texts).run({ ...tools, note: () => {} });
      await copyWritten(path);
      const reason = await openFile(opener, path);
      if (reason !== null) throw new Failure(words.failed(reason, shownPath(path)));
      tools.note(words.opened(opener.program));
    },
  };
}

/** Downloads all files of an assessment as one archive, as the command does. */
export function archiveJob(context: CommandContext, id: string, path: string, texts: Texts): JobSpec {
  return {
    title: ({ tui }) => tui.files.job(shownPath(path)),
    file: path,
    async run(tools) {
      const grant = await requestDownload(tools.api, 'archive', id);
      await download(new JobContext(context, texts, tools), tools.api, grant, path);
    },
  };
}
