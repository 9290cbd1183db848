import type { Division } from '@shp/shared/domain/accounts/divisions';
import { command } from '../../command/command.ts';
import { screenColumn, worded } from '../../output/columns.ts';
import { type Flat, indented, printTree } from '../../output/tree.ts';
import { divisionCode } from '../flags/divisionFlag.ts';

export const commands = [
  command({
    name: 'divisions',
    summary: ({ cli }) => cli.commands.divisions,
    args: [{ name: 'PARENT', optional: true }],
    options: { deep: { kind: 'number', value: '0..2', help: ({ cli }) => cli.options.deep } },
    examples: ['shp divisions', 'shp divisions 桂林市 --deep 1'],
    prints: true,
    web: null,
    async run({ args: [place], options: { deep } }, context) {
      const parent = place === undefined ? undefined : await divisionCode('PARENT', place, context.texts);
      const api = await context.api();
      const tree = await api.call('GET basic/division_tree', { parent, deep });
      const { columns, levels } = context.dataTexts.cli.divisions;
      type Row = Flat<Division>;
      const view = {
        columns: [
          screenColumn<Row>('code', columns.code, ({ code }) => code, 'code'),
          screenColumn<Row>('name', columns.name, ({ name }) => name, 'text', indented),
          worded<Row>('level', columns.level, ({ level }) => levels[level]),
        ],
        paths: ['code', 'name', 'level', 'parent'],
      };
      await printTree<Division>(context, view, tree);
    },
  }),
];
