import type { Input, Output } from '@shp/shared/api/index';
import { dutiesOf, separationPlan, withSeveral } from '@shp/shared/domain/accounts/duties';
import { PRESETS, type Preset, settingsOfPreset } from '@shp/shared/domain/settingPresets';
import {
  DEFAULT_SETTINGS,
  SETTING_LEAVES,
  type SettingChange,
  type Settings,
  settingChanges,
} from '@shp/shared/domain/settings';
import type { Api } from '../../api/client.ts';
import { confirm } from '../../command/ask.ts';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { split } from '../../command/parse.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { loadAdministration, loadRules, type Texts } from '../../lib/texts.ts';
import { at, screenColumn, type View } from '../../output/columns.ts';
import { printObject, printRows } from '../../output/print.ts';
import { holidayCommands } from './holidays.ts';

type Shown = Output<'GET system/settings'>;
type Json = { [key: string]: unknown };

/** All keys of settings, for example `thresholds.3.score`. */
const KEYS: readonly string[] = SETTING_LEAVES.map(({ path }) => path);

const view: View<Shown> = {
  columns: KEYS.map((key) => screenColumn(key, key, (settings) => textOf(at(settings, key)))),
  paths: [...Object.keys(DEFAULT_SETTINGS), ...Object.keys(DEFAULT_SETTINGS).map((key) => `${key}.*`)],
};

function textOf(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Labelled = { readonly key: string; readonly label: string; readonly value: string };

/** What each setting is called in the console, before its value. */
async function labelled(
  settings: Shown,
  keys: readonly string[],
  { lang, common, cli }: Texts,
): Promise<[View<Labelled>, Labelled[]]> {
  const [{ changedField }, administration, rules] = await Promise.all([
    import('@shp/shared/text/auditWords'),
    loadAdministration(lang),
    loadRules(lang),
  ]);
  const { key, label, value } = cli.settings.columns;
  const rows = keys.map((key) => {
    const label = changedField('settings', key, administration, common, rules);
    return { key, label: label === key ? '' : label, value: textOf(at(settings, key)) ?? '' };
  });
  const columns = [
    screenColumn<Labelled>('key', key, (row) => row.key, 'code'),
    screenColumn<Labelled>('label', label, (row) => row.label),
    screenColumn<Labelled>('value', value, (row) => row.value),
  ];
  return [{ columns, sentences: true, paths: [] }, rows];
}

export const commands = [
  command({
    name: 'settings show',
    summary: ({ cli }) => cli.settings.show,
    examples: ['shp settings show', 'shp settings show --fields openLevels --format json'],
    prints: true,
    web: () => ({ path: '/profile', query: { tab: 'settings' } }),
    async run(_input, context) {
      const api = await context.api();
      const settings = await api.call('GET system/settings', {});
      const keys = KEYS.filter((key) => at(settings, key) !== null);
      const { fields, jq, template } = context.globals;
      if (context.format === 'table' && fields === undefined && jq === undefined && template === undefined) {
        const [table, rows] = await labelled(settings, keys, context.dataTexts);
        return printRows(context, table, [rows]);
      }
      await printObject(context, { ...view, columns: view.columns.filter(({ key }) => keys.includes(key)) }, settings);
    },
  }),
  command({
    name: 'settings set',
    summary: ({ cli }) => cli.settings.set,
    args: [{ name: 'KEY' }, { name: 'VALUE' }],
    examples: [
      'shp settings set acceptApplications false',
      'shp settings set openLevels 2,3',
      'shp settings set thresholds.3.score 72',
      'shp settings set footer.sponsor.url https://example.org',
    ],
    prints: true,
    async run({ args: [key, text] }, context) {
      const { cli } = context.texts;
      const like = at(DEFAULT_SETTINGS, key);
      if (like === null) throw new UsageError(cli.usage.notOneOf('KEY', key, KEYS.join(', ')));
      const value = valueLike(like, text, context.texts);
      const api = await context.api();
      const [top = '', ...rest] = key.split('.');
      const present = await api.call('GET system/settings', {});
      const change = rest.length === 0 ? value : replaced(at(present, top), rest, value);
      const input = { [top]: change } as Input<'POST system/update_settings'>;
      const settings = await api.call('POST system/update_settings', input);
      const changes = settingChanges(present as Settings, settings as Settings);
      tellChanges(context, changes);
      await printObject(context, view, settings);
    },
  }),
  command({
    name: 'settings preset',
    summary: ({ cli }) => cli.settings.preset,
    args: [{ name: 'PRESET', choices: PRESETS }],
    examples: ['shp settings preset level3', 'shp settings preset ordinary --yes'],
    prints: true,
    async run({ args: [preset] }, context) {
      const api = await context.api();
      // Only administrators read `sessionHours`; for others the call below refuses.
      const present = { ...DEFAULT_SETTINGS, ...(await api.call('GET system/settings', {})) } as Settings;
      const wanted = settingsOfPreset(preset, present);
      const changes = settingChanges(present, wanted);
      tellChanges(context, changes);
      if (changes.length === 0) return printObject(context, view, present);
      if (wanted.separateDuties && !present.separateDuties) await checkDuties(api, preset, context.texts);
      await confirm(context, context.texts.cli.settings.apply(preset, changes.length));
      await printObject(context, view, await api.call('POST system/update_settings', wanted));
    },
  }),
  ...holidayCommands,
];

/** Whether duties can be separate. @throws Failure with the commands that come first */
async function checkDuties(api: Api, preset: Preset, { cli, common }: Texts): Promise<void> {
  const { account } = await api.call('GET user', {});
  const { items } = await api.call('GET user/managers', { role: 'admin', size: 200 });
  const plan = separationPlan(items, account);
  if (plan === null) return;
  const { duties, marks } = common;
  const named = withSeveral(items).map((one) => duties.of(one.account, dutiesOf(one).join(', ')));
  const commands = [
    ...plan.add.map((duty) => `shp managers add --role admin --duties ${duty} --account ${duty}1 --name NAME`),
    ...plan.keep.map((one) => `shp managers update ${one.account} --duties ${one.duty}`),
    'shp login',
    `shp settings preset ${preset}`,
  ];
  throw new Failure(duties.several(named.join(marks.list)), cli.settings.dutiesFirst(commands.join('\n  ')));
}

function tellChanges(context: CommandContext, changes: readonly SettingChange[]): void {
  const { cli } = context.texts;
  for (const { path, before, after } of changes)
    context.note(cli.settings.changed(path, textOf(before) ?? '', textOf(after) ?? ''));
  if (changes.length === 0) context.note(cli.settings.unchanged);
}

/** Parses a value by the type of the default: number, flag, list, text, or JSON for an object. */
function valueLike(like: unknown, text: string, { cli }: Texts): unknown {
  if (typeof like === 'string') return text;
  if (Array.isArray(like) && !text.trim().startsWith('[')) return split(text).map(Number);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === typeof like) return value;
  } catch {
    // The error below names the expected type.
  }
  throw new UsageError(cli.usage.badValue(text, JSON.stringify(like)));
}

/** A copy of the object with one leaf replaced. */
function replaced(object: unknown, [key = '', ...rest]: string[], value: unknown): unknown {
  const whole = { ...(object as Json) };
  whole[key] = rest.length === 0 ? value : replaced(whole[key], rest, value);
  return whole;
}
