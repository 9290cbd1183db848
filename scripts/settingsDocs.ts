import { PRIVATE_SETTINGS, SETTING_LEAVES, type SettingLeaf, type SettingPath } from '@shp/shared/domain/settings';
import { administration as en } from '@shp/shared/text/en/administration';
import { administration as zh } from '@shp/shared/text/zh/administration';

/** The page docs/generated/settings.md: every value of the settings with its default and limits. */
export function settingsDocs(): string {
  const isPrivate = (path: SettingPath) => PRIVATE_SETTINGS.some((key) => path.split('.')[0] === key);
  const groups = [...new Set(SETTING_LEAVES.map(({ group }) => group))];
  const tables = groups.map((group) =>
    [
      `## ${zh.settings.groups[group]} · ${en.settings.groups[group]}\n`,
      '| setting | 中文 | English | default | values |',
      '|---|---|---|---|---|',
      ...SETTING_LEAVES.filter((leaf) => leaf.group === group).map(({ path, def }) => {
        const name = isPrivate(path) ? `${path} *` : path;
        const labels = `${zh.settings.labels[path]} | ${en.settings.labels[path]}`;
        return `| ${name} | ${labels} | ${defaultOf(def)} | ${valuesOf(def)} |`;
      }),
    ].join('\n'),
  );
  return `${[
    '# Settings',
    'Made from `shared/src/domain/settings.ts` by `npm run docs`. What each is for: [domain](../spec/domain.md#settings). A value outside its limits is refused (400). `*`: only administrators can read it.',
    ...tables,
  ].join('\n\n')}\n`;
}

function defaultOf({ default: value }: SettingLeaf['def']): string {
  return value === '' ? '' : JSON.stringify(value);
}

function valuesOf(def: SettingLeaf['def']): string {
  switch (def.kind) {
    case 'levels':
      return 'some of 1, 2, 3';
    case 'flag':
      return 'true, false';
    case 'number':
      return `${def.min} to ${def.max}${def.decimals === 0 ? '' : `, ${def.decimals} decimals`}`;
    case 'enum':
      return def.values.join(', ');
    case 'text':
      return `up to ${def.max} characters${'secret' in def ? ', secret' : ''}`;
    default:
      return def.kind;
  }
}
