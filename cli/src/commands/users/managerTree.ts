import type { ManagerNode } from '@shp/shared/api/objects';
import { command } from '../../command/command.ts';
import { screenColumn, worded } from '../../output/columns.ts';
import { type Flat, indented, printTree } from '../../output/tree.ts';
import { divisionCode } from '../flags/divisionFlag.ts';

export const commands = [
  command({
    name: 'managers tree',
    summary: ({ cli }) => cli.commands.managersTree,
    args: [{ name: 'PARENT', optional: true }],
    options: { deep: { kind: 'number', value: '0..3', help: ({ cli }) => cli.options.deep } },
    examples: ['shp managers tree', 'shp managers tree 桂林市'],
    prints: true,
    web: () => ({ list: 'managers' }),
    async run({ args: [place], options: { deep } }, context) {
      const { divisionPath } = await import('@shp/shared/domain/accounts/divisions');
      const parent = place === undefined ? undefined : await divisionCode('PARENT', place, context.texts);
      const api = await context.api();
      const tree = await api.call('GET user/manager_tree', { parent, deep });
      const { fields, roles } = context.dataTexts.common;
      type Row = Flat<ManagerNode>;
      const view = {
        columns: [
          screenColumn<Row>('id', 'ID', ({ id }) => id, 'code'),
          screenColumn<Row>('name', fields.name, ({ name }) => name, 'text', indented),
          worded<Row>('role', fields.role, ({ role }) => roles[role]),
          screenColumn<Row>(
            'division',
            fields.division,
            ({ division }) => division,
            'code',
            ({ division }) => (division === null ? '' : divisionPath(division)),
          ),
        ],
        paths: ['id', 'name', 'role', 'division', 'parent'],
      };
      await printTree<ManagerNode>(context, view, tree);
    },
  }),
];
