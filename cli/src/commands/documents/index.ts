import { USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { forEachId, onRequest, printOnRequest } from '../../bulk/forEachId.ts';
import { confirm } from '../../command/ask.ts';
import { command, type Option } from '../../command/command.ts';
import { findDocument } from '../../command/lookupByName.ts';
import { idsOf } from '../../command/stdin.ts';
import { UsageError } from '../../lib/errors.ts';
import { documentView, uploadedView } from '../../lists/fileViews.ts';
import { printObject, printRows } from '../../output/print.ts';
import { PAGING, printList } from '../flags/pagingFlags.ts';

const ROLES = {
  kind: 'list',
  value: 'ROLES',
  choices: USER_ROLES,
  mayBeEmpty: true,
  help: ({ cli }) => cli.documents.rolesFlag,
} as const satisfies Option;

export const commands = [
  command({
    name: 'documents list',
    summary: ({ cli }) => cli.documents.list,
    options: { desc: { kind: 'flag', help: ({ cli }) => cli.options.desc }, ...PAGING },
    examples: ['shp documents list --all'],
    prints: true,
    web: ({ options }) => ({ list: 'documents', paging: options }),
    async run({ options }, context) {
      const api = await context.api();
      const order = options.desc ? { desc: true } : {};
      await printList(context, documentView(context.dataTexts), options, (paging) =>
        api.call('GET document/list', { ...order, ...paging }),
      );
    },
  }),
  command({
    name: 'documents upload',
    summary: ({ cli }) => cli.documents.upload,
    args: [{ name: 'FILE', many: true }],
    options: { roles: ROLES },
    examples: ['shp documents upload guide.pdf', 'shp documents upload guide.pdf --roles station,expert'],
    prints: true,
    async run({ args: [paths], options: { roles = [] } }, context) {
      const api = await context.api();
      const { uploadFile } = await import('../../transfer/uploadFile.ts');
      const target = { target: 'document', roles: roles.join(',') };
      const upload = (path: string) => uploadFile(context, api, path, target);
      await forEachId(context, paths, upload, (rows) => printRows(context, uploadedView(context.dataTexts), rows));
    },
  }),
  command({
    name: 'documents download',
    summary: ({ cli }) => cli.documents.download,
    args: [{ name: 'ID' }],
    options: { output: { kind: 'text', value: 'FILE', short: 'o', help: ({ cli }) => cli.options.output } },
    examples: ['shp documents download ID', 'shp documents download ID -o guide.pdf'],
    prints: 'on request',
    async run({ args: [word], options: { output } }, context) {
      if (output === '-' && context.globals.format !== undefined) {
        throw new UsageError(context.texts.cli.usage.notBoth('--format', '-o -'));
      }
      if (output === '-' && context.streams.out.isTTY) throw new UsageError(context.texts.cli.usage.binaryOnTerminal);
      const api = await context.api();
      const { requestDownload, download, pathFor } = await import('../../transfer/file.ts');
      const { existsSync } = await import('node:fs');
      const id = await findDocument(context, api, word);
      const leave = await requestDownload(api, 'document', id);
      if (output === '-') return download(context, api, leave, null);
      const path = output ?? pathFor('.', leave.name);
      if (output === undefined && existsSync(path)) await confirm(context, context.texts.cli.prompts.overwrite(path));
      await download(context, api, leave, path);
      await printOnRequest(context, uploadedView(context.dataTexts), { id, file: path });
    },
  }),
  command({
    name: 'documents roles',
    summary: ({ cli }) => cli.documents.roles,
    args: [{ name: 'ID' }],
    options: { roles: ROLES },
    examples: ['shp documents roles ID --roles station,expert', 'shp documents roles ID --roles ""'],
    prints: true,
    async run({ args: [word], options: { roles } }, context) {
      if (roles === undefined) throw new UsageError(context.texts.cli.usage.missingFlags('--roles'));
      const api = await context.api();
      const fileId = await findDocument(context, api, word);
      const changed = await api.call('POST document/update_roles', { fileId, roles });
      await printObject(context, documentView(context.dataTexts), changed);
    },
  }),
  command({
    name: 'documents delete',
    summary: ({ cli }) => cli.documents.delete,
    args: [{ name: 'ID', many: true }],
    examples: ['shp documents delete ID --yes'],
    prints: 'on request',
    async run({ args: [words] }, context) {
      const ids = await idsOf(context, words);
      await confirm(context, context.texts.cli.prompts.deleteFiles(ids.length));
      const api = await context.api();
      const remove = async (word: string) => {
        const id = await findDocument(context, api, word);
        await api.call('POST document/delete?', { fileId: id });
        return { id };
      };
      await forEachId(context, ids, remove, onRequest(context));
    },
  }),
];
