import type { Input } from '@shp/shared/api/index';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { KINDS } from '../../api/userKinds.ts';
import { type AnyCommand, command, type OptionValues } from '../../command/command.ts';
import { userView } from '../../lists/userView.ts';
import { PAGING, printList } from '../flags/pagingFlags.ts';
import { filterOptions, userFilter } from './filters.ts';

const EXAMPLES: Record<UserKind, readonly string[]> = {
  managers: ['shp managers list --sort-by division'],
  experts: [
    'shp experts list --specialty electrical',
    'shp experts list --all --format csv --headings zh > experts.csv',
  ],
  stations: [
    'shp stations list --city 450300 --sort-by capacity --desc',
    'shp stations list --all --fields id,account,profile.name --format tsv',
    'shp stations list --deleted',
    'shp stations list --city 450300 --web',
  ],
  supervisors: ['shp supervisors list --search 示例'],
};

/** `shp <users> list`. */
export function listUsers(kind: UserKind): AnyCommand {
  const filters = filterOptions(kind);
  return command({
    name: `${kind} list`,
    summary: ({ cli, common }) => cli.users.list(common.kinds[kind]),
    options: { ...filters, ...PAGING },
    examples: EXAMPLES[kind],
    prints: true,
    async web({ options }, { texts }) {
      return {
        list: kind,
        filter: await userFilter(kind, filters, options, texts),
        paging: options as OptionValues<typeof PAGING>,
      };
    },
    async run({ options }, context) {
      const filter = await userFilter(kind, filters, options, context.texts);
      const api = await context.api();
      // The four lists differ only in their filters; the flags above match the call table.
      const key = KINDS[kind].list as 'GET user/stations';
      await printList(context, userView(kind), options as unknown as OptionValues<typeof PAGING>, (paging) =>
        api.call(key, { ...filter, ...paging } as Input<typeof key>),
      );
    },
  });
}
