import { USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { forEachId, onRequest, printOnRequest } from '../../bulk/forEachId.ts';
import { confirm } from '../../command/ask.ts';
import { command, type Option } from '../../command/command.ts';
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
    args: [],
    options: { desc: { kind: 'flag', help: ({ cli }) => cli.options.desc }, ...PAGING },
    examples: ['shp documents list --all'],
    prints: true,
    async run({ options }, shp) {
      const api = await shp.api();
      const order = options.desc ? { desc: true } : {};
      await printList(shp, documentView(shp.dataTexts), options, (paging) =>
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
    async run({ args: [paths], options: { roles = [] } }, shp) {
      const api = await shp.api();
      const { uploadFile } = await import('../../transfer/uploadFile.ts');
      const target = { target: 'document', roles: roles.join(',') };
      const upload = (path: string) => uploadFile(shp, api, path, target);
      await forEachId(shp, paths, upload, (rows) => printRows(shp, uploadedView(shp.dataTexts), rows));
    },
  }),
  command({
    name: 'documents download',
    summary: ({ cli }) => cli.documents.download,
    args: [{ name: 'ID' }],
    options: { output: { kind: 'text', value: 'FILE', short: 'o', help: ({ cli }) => cli.options.output } },
    examples: ['shp documents download ID', 'shp documents download ID -o guide.pdf'],
    prints: 'on request',
    async run({ args: [id], options: { output } }, shp) {
      if (output === '-' && shp.globals.format !== undefined) {
        throw new UsageError(shp.texts.cli.usage.notBoth('--format', '-o -'));
      }
      if (output === '-' && shp.streams.out.isTTY) throw new UsageError(shp.texts.cli.usage.binaryOnTerminal);
      const api = await shp.api();
      const { askLeave, download, pathFor } = await import('../../transfer/file.ts');
      const { existsSync } = await import('node:fs');
      const leave = await askLeave(api, 'document', id);
      if (output === '-') return download(shp, api, leave, null);
      const path = output ?? pathFor('.', leave.name);
      if (output === undefined && existsSync(path)) await confirm(shp, shp.texts.cli.prompts.overwrite(path));
      await download(shp, api, leave, path);
      await printOnRequest(shp, uploadedView(shp.dataTexts), { id, file: path });
    },
  }),
  command({
    name: 'documents roles',
    summary: ({ cli }) => cli.documents.roles,
    args: [{ name: 'ID' }],
    options: { roles: ROLES },
    examples: ['shp documents roles ID --roles station,expert', 'shp documents roles ID --roles ""'],
    prints: true,
    async run({ args: [fileId], options: { roles } }, shp) {
      if (roles === undefined) throw new UsageError(shp.texts.cli.usage.missingFlags('--roles'));
      const api = await shp.api();
      const changed = await api.call('POST document/update_roles', { fileId, roles });
      await printObject(shp, documentView(shp.dataTexts), changed);
    },
  }),
  command({
    name: 'documents delete',
    summary: ({ cli }) => cli.documents.delete,
    args: [{ name: 'ID', many: true }],
    options: {},
    examples: ['shp documents delete ID --yes'],
    prints: 'on request',
    async run({ args: [words] }, shp) {
      const ids = await idsOf(shp, words);
      await confirm(shp, shp.texts.cli.prompts.deleteFiles(ids.length));
      const api = await shp.api();
      const remove = async (id: string) => {
        await api.call('POST document/delete?', { fileId: id });
        return { id };
      };
      await forEachId(shp, ids, remove, onRequest(shp));
    },
  }),
];
