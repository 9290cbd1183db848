import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import { CONDITIONS, FORM_PARTS, type Form, PART_ORDER } from '@shp/shared/domain/assessment/form';
import { useKeys } from '../../keys/useKeys.ts';
import { styled } from '../../look/look.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { type Fact, keyValueLines } from '../../widgets/keyValueLines.ts';
import { useFrameLabels } from '../../widgets/Pane.tsx';
import { ScrollLines, useScroll } from '../../widgets/Scroll.tsx';
import type { PartProps } from './LinesPart.tsx';

/** The application form by part; `n` and `p` go from part to part, a digit to one. */
export function FormPart({ assessment, height }: PartProps) {
  const { texts, columns } = useUi();
  const parts = PART_ORDER.map((part, index) => [
    styled('bold', `${index + 1} ${texts.rules.formParts[part]}`),
    ...partLines(assessment.form, part, texts, columns - 2).map((line) => `  ${line}`),
    '',
  ]);
  const lines = parts.flat();
  const starts = parts.map((_, index) => parts.slice(0, index).flat().length);
  const scroll = useScroll(lines.length, height);
  const here = starts.findLastIndex((start) => start <= scroll.top);
  const goTo = (index: number) => {
    const start = starts[index];
    if (start !== undefined) scroll.go(start);
  };
  useFrameLabels({ level: `${here + 1} ${texts.rules.formParts[PART_ORDER[here] ?? 'plant']}` });
  useKeys({
    places: ['view', 'sections'],
    handlers: {
      ...scroll.handlers,
      nextSection: () => goTo(here + 1),
      previousSection: () => goTo(scroll.top > (starts[here] ?? 0) ? here : here - 1),
      section: (key) => goTo(Number(key) - 1),
    },
  });
  return <ScrollLines lines={lines} top={scroll.top} height={height} />;
}

function partLines(form: Form, part: keyof Form, texts: Texts, columns: number): string[] {
  const facts = part === 'conditions' ? conditionFacts(form, texts) : fieldFacts(form, part, texts);
  return keyValueLines(facts, columns);
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
