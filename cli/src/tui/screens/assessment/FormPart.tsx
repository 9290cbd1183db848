import type { Assessment } from '@shp/shared/api/objects';
import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import {
  CONDITIONS,
  FORM_PARTS,
  FORM_PATHS,
  type Form,
  type FormPath,
  PART_ORDER,
  type FormPart as Part,
} from '@shp/shared/domain/assessment/form';
import { formLabel } from '@shp/shared/text/problems';
import { useRef, useState } from 'react';
import { wrap } from '../../../lib/wrap.ts';
import { statusName } from '../../format.ts';
import type { Reason } from '../../keys/reasons.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { styled } from '../../look/look.ts';
import { isAdmitted, whyNoCall } from '../../permissions.ts';
import { type Me, useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { Floating, floatRows, QUESTION_COLUMNS } from '../../widgets/Floats.tsx';
import { type Fact, keyValueLines } from '../../widgets/keyValueLines.ts';
import { Menu } from '../../widgets/Menu.tsx';
import { useFrameLabels } from '../../widgets/Pane.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { ScrollLines, useScroll } from '../../widgets/Scroll.tsx';
import { FormEdit } from './FormEdit.tsx';
import type { PartProps } from './LinesPart.tsx';
import { useRemarking } from './remarking.tsx';

/** Why the user cannot change the form now; null if that is possible. */
function whyNoEdit({ permissions, status }: Assessment, me: Me, texts: Texts): Reason | string | null {
  const refused = whyNoCall(me, 'POST assessment/update_form', texts);
  return refused ?? (permissions.editForm ? null : texts.acts.form.notNow(statusName(status, texts)));
}

/** The application form by part; `n` and `p` go from part to part, a digit to one; Enter edits one, `m` gives a remark on a field. */
export function FormPart({ assessment: read, height }: PartProps) {
  const { texts, columns, look } = useUi();
  const { me } = useSession();
  const [asked, setAsked] = useState<'remark' | 'part' | Part | null>(null);
  const [saved, setSaved] = useState(read);
  const assessment = saved.version > read.version ? saved : read;
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
  /** The part that was gone to: near the end it is seen, and not at the top. */
  const gone = useRef<{ part: number; top: number } | null>(null);
  const isGone = gone.current?.top === scroll.top;
  const here = gone.current !== null && isGone ? gone.current.part : partAt(starts, scroll.top, lines.length, height);
  /** Whether the path names the part that the user means: one that was gone to, or the only one in view. */
  const isPlain = isGone || starts.every((start) => start <= scroll.top || start >= scroll.top + height);
  const goTo = (index: number) => {
    const start = starts[index];
    if (start === undefined) return;
    gone.current = { part: index, top: Math.max(0, Math.min(start, lines.length - height)) };
    scroll.go(start);
  };
  useFrameLabels({ level: `${here + 1} ${texts.rules.formParts[PART_ORDER[here] ?? 'plant']}` });
  useKeys({
    places: ['view', 'sections', 'assessment'],
    handlers: {
      ...scroll.handlers,
      nextSection: () => goTo(here + 1),
      previousSection: () => goTo(scroll.top > (starts[here] ?? 0) ? here : here - 1),
      section: (key) => goTo(Number(key) - 1),
      ...remarking.keys(() => setAsked('remark')),
      ...(isAdmitted(me, 'POST assessment/update_form')
        ? { editPart: () => setAsked(isPlain ? (PART_ORDER[here] ?? 'part') : 'part') }
        : {}),
    },
    unmet: { ...remarking.unmet, formRight: whyNoEdit(assessment, me, texts) },
  });
  const close = () => setAsked(null);
  return (
    <>
      <ScrollLines lines={lines} top={scroll.top} height={height} />
      {asked !== null && (
        <Overlay>
          <Floating {...(asked === 'remark' ? { width: QUESTION_COLUMNS } : {})}>{dialog(asked)}</Floating>
        </Overlay>
      )}
    </>
  );

  function dialog(what: 'remark' | 'part' | Part) {
    if (what === 'part') {
      return (
        <Menu
          title={texts.acts.form.choose}
          height={floatRows(height)}
          at={here}
          items={PART_ORDER.map((part, index) => ({
            value: part,
            lead: `${index + 1} `,
            label: texts.rules.formParts[part],
          }))}
          onChoose={({ value }) => setAsked(value)}
          onCancel={close}
        />
      );
    }
    if (what !== 'remark') {
      return (
        <FormEdit
          assessment={assessment}
          part={what}
          height={floatRows(height)}
          onSaved={(after) => {
            setSaved(after);
            close();
          }}
          onClose={close}
        />
      );
    }
    return (
      <Menu
        title={texts.acts.remarking.field}
        height={floatRows(height)}
        search
        at={FORM_PATHS.findIndex((path) => path.startsWith(`${PART_ORDER[here]}.`))}
        items={FORM_PATHS.map((path) => ({
          value: path,
          label: formLabel(path, texts.rules),
          heading: texts.rules.formParts[partOf(path)],
          note: noteOn(path),
          alias: path,
        }))}
        hint={texts.acts.remarking.typing}
        empty={texts.tui.list.empty}
        onChoose={({ value: field, label }) => {
          close();
          remarking.ask({ part: 'form', field }, label);
        }}
        onCancel={close}
      />
    );
  }

  /** What the field says, and the remark on it. */
  function noteOn(path: FormPath): string {
    const text = remarkOn(path);
    const { label } = texts.acts.remarking;
    const remark = text === undefined ? '' : look.paint('amber', `${label}${texts.common.marks.colon}${text}`);
    return [fieldText(assessment.form, path, texts), remark].filter(Boolean).join('  ');
  }

  function draftLines(label: string, text: string | undefined): string[] {
    if (text === undefined) return [];
    const { marks } = texts.common;
    const named = `${texts.acts.remarking.label}${marks.colon}${label}${marks.colon}${text}`;
    return wrap(named, columns - 2).map((line) => look.paint('amber', `  ${line}`));
  }
}

const partOf = (path: FormPath) => path.split('.')[0] as Part;

/** The value of a field with its unit, by its path. */
function fieldText(form: Form, path: FormPath, texts: Texts): string {
  const part = partOf(path);
  const paths = FORM_PATHS.filter((one) => partOf(one) === part);
  const text = factsOf(form, part, texts)[paths.indexOf(path)]?.[1] ?? '';
  const defs: Readonly<Record<string, FieldDef>> = part === 'conditions' ? {} : FORM_PARTS[part];
  const def = defs[path.slice(part.length + 1)];
  return text !== '' && def?.kind === 'number' && def.unit ? `${text} ${texts.common.units[def.unit]}` : text;
}

/**
 * The part that is read: the topmost one. Over the last screen the reading moves down to the last line, so that the last
 * parts have their turn.
 */
export function partAt(starts: readonly number[], top: number, total: number, height: number): number {
  const most = Math.max(0, total - height);
  const last = Math.min(height, most);
  const down = last === 0 ? 0 : ((height - 1) * Math.max(0, top - (most - last))) / last;
  return Math.max(
    0,
    starts.findLastIndex((start) => start <= top + down),
  );
}

function partLines(form: Form, part: keyof Form, texts: Texts, columns: number): string[] {
  return keyValueLines(factsOf(form, part, texts), columns);
}

/** The fields of a part in the order of {@link FORM_PATHS}. */
function factsOf(form: Form, part: Part, texts: Texts): Fact[] {
  return part === 'conditions' ? conditionFacts(form, texts) : fieldFacts(form, part, texts);
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
  const after = Object.keys(FORM_PARTS.self).indexOf('leader') + 1;
  return facts.toSpliced(after, 0, [rules.formFields.self.members, members.join(texts.common.marks.list)]);
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
