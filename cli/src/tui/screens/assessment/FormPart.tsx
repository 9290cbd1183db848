import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import { CONDITIONS, FORM_PARTS, FORM_PATHS, type Form, PART_ORDER } from '@shp/shared/domain/assessment/form';
import { formLabel } from '@shp/shared/text/problems';
import { useState } from 'react';
import { useKeys } from '../../keys/useKeys.ts';
import { styled } from '../../look/look.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { Floating, floatRows, QUESTION_COLUMNS } from '../../widgets/Floats.tsx';
import { type Fact, keyValueLines, wrap } from '../../widgets/keyValueLines.ts';
import { Menu } from '../../widgets/Menu.tsx';
import { useFrameLabels } from '../../widgets/Pane.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { ScrollLines, useScroll } from '../../widgets/Scroll.tsx';
import type { PartProps } from './LinesPart.tsx';
import { useRemarking } from './remarking.tsx';

/** The application form by part; `n` and `p` go from part to part, a digit to one; `m` gives a remark on a field. */
export function FormPart({ assessment, height }: PartProps) {
  const { texts, columns, look } = useUi();
  const [isRemarking, setRemarking] = useState(false);
  const remarking = useRemarking();
  const remarkOn = (field: string) => remarking.textOn({ part: 'form', field });
  const parts = PART_ORDER.map((part, index) => [
    styled('bold', `${index + 1} ${texts.rules.formParts[part]}`),
    ...partLines(assessment.form, part, texts, columns - 2).map((line) => `  ${line}`),
    ...FORM_PATHS.filter((path) => path.startsWith(`${part}.`)).flatMap((path) =>
      draftLines(formLabel(path, texts.rules), remarkOn(path)),
    ),
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
    places: ['view', 'sections', 'assessment'],
    handlers: {
      ...scroll.handlers,
      nextSection: () => goTo(here + 1),
      previousSection: () => goTo(scroll.top > (starts[here] ?? 0) ? here : here - 1),
      section: (key) => goTo(Number(key) - 1),
      ...remarking.keys(() => setRemarking(true)),
    },
    unmet: remarking.unmet,
  });
  if (!isRemarking) return <ScrollLines lines={lines} top={scroll.top} height={height} />;
  return (
    <>
      <ScrollLines lines={lines} top={scroll.top} height={height} />
      <Overlay>
        <Floating width={QUESTION_COLUMNS}>
          <Menu
            title={texts.acts.remarking.field}
            height={floatRows(height)}
            search
            at={FORM_PATHS.findIndex((path) => path.startsWith(`${PART_ORDER[here]}.`))}
            items={FORM_PATHS.map((path) => ({
              value: path,
              label: formLabel(path, texts.rules),
              note: remarkOn(path) ?? '',
              alias: path,
            }))}
            empty={texts.tui.list.empty}
            onChoose={({ value: field, label }) => {
              setRemarking(false);
              remarking.ask({ part: 'form', field }, label);
            }}
            onCancel={() => setRemarking(false)}
          />
        </Floating>
      </Overlay>
    </>
  );

  function draftLines(label: string, text: string | undefined): string[] {
    if (text === undefined) return [];
    const { marks } = texts.common;
    const named = `${texts.acts.remarking.label}${marks.colon}${label}${marks.colon}${text}`;
    return wrap(named, columns - 2).map((line) => look.paint('amber', `  ${line}`));
  }
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
