import type { HomeStatus } from '@shp/shared/api/objects';
import { command } from '../../command/command.ts';
import { screenColumn } from '../../output/columns.ts';
import { printObject } from '../../output/print.ts';

const COUNTS = ['station', 'report', 'onProgress', 'level2', 'level3'] as const;

export const commands = [
  command({
    name: 'status',
    summary: ({ cli }) => cli.commands.status,
    examples: ['shp status', 'shp status --format json'],
    prints: true,
    web: () => ({ path: '/' }),
    async run(_input, context) {
      const { home } = context.dataTexts.common;
      const columns = COUNTS.map((key) => screenColumn<HomeStatus>(key, home[key], (status) => status[key], 'number'));
      const api = await context.api();
      await printObject(context, { columns, paths: COUNTS }, await api.call('GET basic/status', {}));
    },
  }),
];
