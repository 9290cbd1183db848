import { ensureDir } from '@shp/server/os/ensureDir';
import type { FileItem } from '@shp/shared/api/objects';
import { FILE_CATEGORIES } from '@shp/shared/domain/assessment/files';
import { assessmentFiles } from '../../api/assessmentFiles.ts';
import { forEachId, onRequest, printOnRequest } from '../../bulk/forEachId.ts';
import { confirm } from '../../command/ask.ts';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { findFile } from '../../command/lookupByName.ts';
import { idsOf } from '../../command/stdin.ts';
import { UsageError } from '../../lib/errors.ts';
import { fileView, uploadedView } from '../../lists/fileViews.ts';
import { printRows } from '../../output/print.ts';

const ASSESSMENT = { name: 'ASSESSMENT' } as const;

/** The chosen files of an assessment, by id or title; all if none is named. @throws ApiError */
function chosen(files: readonly FileItem[], ids: readonly string[], context: CommandContext): readonly FileItem[] {
  if (ids.length === 0) return files;
  return ids.map((word) => findFile(context, files, word));
}

const kindOf = ({ serial }: FileItem) => (serial === undefined ? 'file' : 'evidence');

export const commands = [
  command({
    name: 'files list',
    summary: ({ cli }) => cli.files.list,
    args: [ASSESSMENT],
    examples: ['shp files list ASSESSMENT'],
    prints: true,
    web: ({ args: [assessment] }) => ({ assessment, part: 'file' }),
    async run({ args: [id] }, context) {
      const api = await context.api();
      await printRows(context, await fileView(context.dataTexts), [await assessmentFiles(api, id)]);
    },
  }),
  command({
    name: 'files upload',
    summary: ({ cli }) => cli.files.upload,
    args: [ASSESSMENT, { name: 'FILE', many: true }],
    options: {
      category: { kind: 'text', value: 'CATEGORY', choices: FILE_CATEGORIES, help: ({ cli }) => cli.files.category },
      serial: { kind: 'text', value: 'SERIAL', help: ({ cli }) => cli.files.serial },
    },
    examples: [
      'shp files upload ASSESSMENT licence.pdf --category businessLicence',
      'shp files upload ASSESSMENT 1.jpg 2.jpg --serial 1.1.1',
    ],
    prints: true,
    async run({ args: [assessmentId, paths], options: { category, serial } }, context) {
      if ((category === undefined) === (serial === undefined)) throw new UsageError(context.texts.cli.files.one);
      const place: Record<string, string> =
        serial === undefined ? { target: 'file', category: category ?? '' } : { target: 'evidence', serial };
      const api = await context.api();
      const { uploadFile } = await import('../../transfer/uploadFile.ts');
      const upload = (path: string) => uploadFile(context, api, path, { ...place, assessmentId });
      await forEachId(context, paths, upload, (rows) => printRows(context, uploadedView(context.dataTexts), rows));
    },
  }),
  command({
    name: 'files download',
    summary: ({ cli }) => cli.files.download,
    args: [ASSESSMENT, { name: 'FILEID', many: true, optional: true }],
    options: {
      output: { kind: 'text', value: 'DIR', short: 'o', help: ({ cli }) => cli.files.folder },
      archive: { kind: 'flag', help: ({ cli }) => cli.files.archive },
    },
    prints: 'on request',
    examples: ['shp files download ASSESSMENT -o files', 'shp files download ASSESSMENT --archive -o assessment.zip'],
    async run({ args: [assessment, ids], options: { output: folder = '.', archive } }, context) {
      const api = await context.api();
      const { requestDownload, download, hasSameBytes, pathFor } = await import('../../transfer/file.ts');
      const { existsSync } = await import('node:fs');
      if (archive) {
        const leave = await requestDownload(api, 'archive', assessment);
        const named = /\.zip$/i.test(folder);
        if (!named) ensureDir(folder);
        const path = named ? folder : pathFor(folder, leave.name);
        await download(context, api, leave, path);
        return printOnRequest(context, uploadedView(context.dataTexts), { id: assessment, file: path });
      }
      const files = new Map(
        chosen(await assessmentFiles(api, assessment), ids ?? [], context).map((file) => [file.id, file]),
      );
      ensureDir(folder);
      const taken = new Set<string>();
      const get = async (id: string) => {
        const file = files.get(id) as FileItem;
        const path = pathFor(folder, `${file.title}.${file.extension}`, taken);
        if (await hasSameBytes(path, file.sha256)) {
          context.note(context.texts.cli.files.sameThere(path));
          return { id, file: path };
        }
        if (existsSync(path)) await confirm(context, context.texts.cli.prompts.overwrite(path));
        await download(context, api, await requestDownload(api, kindOf(file), id), path);
        return { id, file: path };
      };
      await forEachId(context, [...files.keys()], get, onRequest(context));
    },
  }),
  command({
    name: 'files delete',
    summary: ({ cli }) => cli.files.delete,
    args: [ASSESSMENT, { name: 'FILEID', many: true }],
    examples: ['shp files delete ASSESSMENT FILEID --yes'],
    prints: 'on request',
    async run({ args: [assessment, words] }, context) {
      const ids = await idsOf(context, words);
      await confirm(context, context.texts.cli.prompts.deleteFiles(ids.length));
      const api = await context.api();
      const files = await assessmentFiles(api, assessment);
      const remove = async (word: string) => {
        const file = findFile(context, files, word);
        const { id } = file;
        if (kindOf(file) === 'evidence') await api.call('POST file/delete_evidence?', { fileId: id });
        else await api.call('POST file/delete?', { id });
        return { id };
      };
      await forEachId(context, ids, remove, onRequest(context));
    },
  }),
];
