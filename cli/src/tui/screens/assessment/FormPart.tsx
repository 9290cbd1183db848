import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import { CONDITIONS, FORM_PARTS, type Form, PART_ORDER } from '@shp/shared/domain/assessment/form';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { type Fact, keyValueLines } from '../../widgets/keyValueLines.ts';
import { LinesPart, type PartProps } from './LinesPart.tsx';

/** The application form by part. */
export function FormPart({ assessment, height }: PartProps) {
  const { texts, columns } = useUi();
  return <LinesPart lines={formLines(assessment.form, texts, columns)} height={height} />;
}

function formLines(form: Form, texts: Texts, columns: number): string[] {
  return PART_ORDER.flatMap((part) => {
    const facts = part === 'conditions' ? conditionFacts(form, texts) : fieldFacts(form, part, texts);
    return [texts.rules.formParts[part], ...keyValueLines(facts, columns - 2).map((line) => `  ${line}`), ''];
  });
}

function fieldFacts(form: Form, part: keyof typeof FORM_PARTS, texts: Texts): Fact[] {
  const { rules, common } = texts;
  const values = form[part] as Record<string, unknown>;
  const labels = rules.formFields[part] as Record<string, string>;
  const facts = Object.entries<FieldDef>(FORM_PARTS[part]).map(([key, def]): Fact => {
    const unit = def.kind === 'number' && def.unit ? ` (${common.units[def.unit]})` : '';
    return [`${labels[key]}${unit}`, valueText(def, values[key], texts)];
  });
  if (part !== 'self') return facts;
  const members = (form.self.members ?? []).map(({ name, duty, title }) =>
    [name, duty, title].filter(Boolean).join(' '),
  );
  return [...facts, [rules.formFields.self.members, members.join(texts.common.marks.list)]];
}

function conditionFacts({ conditions }: Form, { rules, common }: Texts): Fact[] {
  return CONDITIONS.map((key) => {
    const { holds = null, note = '' } = conditions[key] ?? {};
    const answer = holds === null ? '' : holds ? common.yes : common.no;
    return [rules.formFields.conditions[key], [answer, note].filter(Boolean).join('  ')];
  });
}

function valueText(def: FieldDef, value: unknown, { common }: Texts): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (def.kind === 'enum') return common.developments[value as keyof typeof common.developments] ?? String(value);
  return String(value);
}
