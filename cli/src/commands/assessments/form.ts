import type { Input } from '@shp/shared/api/index';
import { FORM_PATHS, type Form, type Member, PART_ORDER } from '@shp/shared/domain/assessment/form';
import type { Value } from '@shp/shared/sheets/column';
import { namesText, yesNo } from '@shp/shared/sheets/sheetTexts';
import { formLabel } from '@shp/shared/text/problems';
import type { CommandContext } from '../../command/context.ts';
import { readJson } from '../../command/stdin.ts';
import { loadRules, type Texts } from '../../lib/texts.ts';
import { at, screenColumn, type View } from '../../output/columns.ts';

/** The view of an application form: one line per field, in the form's order. */
export async function formView({ lang }: Texts): Promise<View<Form>> {
  const rules = await loadRules(lang);
  const words = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return yesNo(value, lang);
    if (Array.isArray(value)) return value.map(memberText).join('; ');
    if (typeof value !== 'object') return String(value);
    const { holds, note } = value as { holds: boolean | null; note: string };
    return [words(holds), note].filter((text) => text !== '').join(': ');
  };
  return {
    columns: FORM_PATHS.map((path) =>
      screenColumn<Form>(
        path,
        formLabel(path, rules),
        (form) => at(form, path) as Value,
        'text',
        (form) => {
          const value = at(form, path);
          return path === 'plant.development' ? namesText('development', value as Value, lang) : words(value);
        },
      ),
    ),
    paths: [...PART_ORDER, ...PART_ORDER.map((part) => `${part}.*`)],
  };
}

const memberText = ({ name, duty, title }: Member) => [name, duty, title].filter((text) => text !== '').join(' ');

/** Reads a form change from a file: output of `form`, or of `show` with its version. */
export async function readForm(
  context: CommandContext,
  file: string,
): Promise<Omit<Input<'POST assessment/update_form'>, 'id'>> {
  const given = await readJson(context, file);
  const { form, version } = 'form' in given ? given : { form: given, version: undefined };
  return { form, ...(version === undefined ? {} : { version }) } as Omit<Input<'POST assessment/update_form'>, 'id'>;
}
