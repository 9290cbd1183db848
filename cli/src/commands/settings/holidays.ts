import { dayOf } from '@shp/shared/domain/lib/days';
import { readHolidayFile, withHolidays, withoutYear } from '@shp/shared/domain/lib/holidayFiles';
import { afterWorkingDays, type Holiday, readCalendar, readHolidays, yearOf } from '@shp/shared/domain/lib/workingDays';
import { decodeText } from '@shp/shared/sheets/read/text';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { readStdin } from '../../command/stdin.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';
import { readUserFile } from '../../lib/userFile.ts';
import { screenColumn, type View, worded } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';

function holidaysView({ cli }: Texts): View<Holiday> {
  const { first, last, kind, name } = cli.settings.holidays.columns;
  const { kinds } = cli.settings.holidays;
  return {
    columns: [
      screenColumn('first', first, (row) => row.first, 'code'),
      screenColumn('last', last, (row) => row.last, 'code'),
      worded('kind', kind, (row) => kinds[row.kind]),
      screenColumn('name', name, (row) => row.name),
    ],
    paths: ['first', 'last', 'kind', 'name'],
  };
}

/** Prints the holidays of one year or all, and says for which coming years there are none. */
async function print(context: CommandContext, text: string, publicDays: number, year?: string): Promise<void> {
  const calendar = readCalendar(text);
  const { holidays } = readHolidays(text);
  const shown = year === undefined ? holidays : holidays.filter((one) => yearOf(one) === year);
  await printRows(context, holidaysView(context.dataTexts), [shown]);
  const needed = afterWorkingDays(dayOf(new Date()), Math.max(1, publicDays), calendar).withoutCalendar;
  const missing = year === undefined ? needed : [year].filter((one) => !calendar.years.has(one));
  const { common, cli } = context.texts;
  if (missing.length > 0) context.note(cli.settings.holidays.without(missing.join(common.marks.list)));
}

/** The text of a file or of standard input, in any usual encoding. */
async function textOf(context: CommandContext, file: string): Promise<string> {
  if (file === '-') return readStdin(context);
  const text = decodeText(new Uint8Array(readUserFile(file)));
  return typeof text === 'string' ? text : '';
}

export const holidayCommands = [
  command({
    name: 'settings holidays show',
    summary: ({ cli }) => cli.settings.holidays.show,
    args: [{ name: 'YEAR', optional: true }],
    examples: ['shp settings holidays show', 'shp settings holidays show 2026 --format csv > 2026.csv'],
    prints: true,
    web: () => ({ path: '/profile', query: { tab: 'settings' } }),
    async run({ args: [year] }, context) {
      const api = await context.api();
      const { holidays, publicDays } = await api.call('GET system/settings', {});
      await print(context, holidays, publicDays, year);
    },
  }),
  command({
    name: 'settings holidays import',
    summary: ({ cli }) => cli.settings.holidays.import,
    args: [{ name: 'FILE' }],
    examples: ['shp settings holidays import 2027.csv', 'shp settings holidays import holidays.ics'],
    prints: true,
    async run({ args: [file] }, context) {
      const words = context.texts.cli.settings.holidays;
      const read = readHolidayFile(await textOf(context, file));
      if ('wrong' in read) throw new UsageError(words.wrong(file, read.wrong), words.wrongHint);
      const api = await context.api();
      const before = await api.call('GET system/settings', {});
      const { holidays, publicDays } = await api.call('POST system/update_settings', {
        // What a command stores does not depend on the language of the terminal.
        holidays: withHolidays(before.holidays, read.holidays, 'en'),
      });
      for (const year of [...new Set(read.holidays.map(yearOf))].sort())
        context.note(words.imported(year, read.holidays.filter((one) => yearOf(one) === year).length));
      await print(context, holidays, publicDays);
    },
  }),
  command({
    name: 'settings holidays remove',
    summary: ({ cli }) => cli.settings.holidays.remove,
    args: [{ name: 'YEAR' }],
    examples: ['shp settings holidays remove 2024'],
    prints: true,
    async run({ args: [year] }, context) {
      const api = await context.api();
      const before = await api.call('GET system/settings', {});
      if (!readCalendar(before.holidays).years.has(year))
        throw new Failure(context.texts.cli.settings.holidays.none(year));
      const { holidays, publicDays } = await api.call('POST system/update_settings', {
        holidays: withoutYear(before.holidays, year),
      });
      await print(context, holidays, publicDays);
    },
  }),
];
