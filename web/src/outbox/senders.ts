import type { Assessment } from '@shp/shared/api/objects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import type { Form } from '@shp/shared/domain/assessment/form';
import type { FormChange } from '@shp/shared/domain/assessment/formPatch';
import { canonicalJson } from '@shp/shared/domain/lib/canonicalJson';
import { type ScoreEntry, type ScoreItem, sameScore } from '@shp/shared/domain/standard/scoreItems';
import { client } from '../core/client.ts';
import { type Same, versionOf } from './entries.ts';
import { findingStep, newFinding } from './findingSenders.ts';
import { outcomeOf, type Sender, withTimeout } from './sending.ts';

export type ScoreState = Omit<ScoreItem, 'serial'>;

/** The value at a form's place, `part.field`. */
export function formValue(form: Form, place: string): unknown {
  const [part = '', key = ''] = place.split('.');
  return (form as unknown as Record<string, Record<string, unknown>>)[part]?.[key] ?? null;
}

const form: Sender = {
  same: (a, b) => (isAbsent(a) && isAbsent(b)) || canonicalJson(a) === canonicalJson(b),
  async send(id, batch) {
    const change: Record<string, Record<string, unknown>> = {};
    for (const { place, value } of batch) {
      const [part = '', key = ''] = place.split('.');
      change[part] = { ...change[part], [key]: value };
    }
    const version = versionOf(batch);
    try {
      const input = { id, form: change as FormChange, ...(version === null ? {} : { version }) };
      const answer = await withTimeout((signal) => client.call('POST assessment/update_form', input, { signal }));
      return { kind: 'saved', answer, version: answer.version };
    } catch (error) {
      return outcomeOf(error, batch, {
        current: (current) => {
          const present = current as Assessment;
          const values = batch.map(({ place }) => [place, formValue(present.form, place)] as const);
          return { kind: 'outdated', current: new Map(values), version: present.version };
        },
        placeOf: (path) => path.split('.').slice(1, 3).join('.'),
      });
    }
  },
};

/** The state of an unscored item. */
export const NOT_SCORED: ScoreState = { score: null, missing: false, reason: '' };

export const scoreState = ({ score, missing, reason }: ScoreState): ScoreState => ({ score, missing, reason });

function scores(post: (id: string, items: ScoreEntry[]) => Promise<unknown>): Sender {
  return {
    same: (a, b) => sameScore(a as ScoreState | undefined, b as ScoreState | undefined),
    async send(id, batch) {
      const items = batch.map(({ place, value, was }) => ({
        serial: place,
        ...(value as ScoreState),
        was: (was as ScoreState | undefined) ?? NOT_SCORED,
      }));
      try {
        return { kind: 'saved', answer: await post(id, items), version: null };
      } catch (error) {
        return outcomeOf(error, batch, {
          current: (current) => {
            const saved = new Map((current as ScoreItem[]).map((item) => [item.serial, scoreState(item)]));
            const values = batch.map(({ place }) => [place, saved.get(place) ?? NOT_SCORED] as const);
            return { kind: 'outdated', current: new Map(values), version: null };
          },
          placeOf: (path) => batch[Number(path.split('.')[1])]?.place,
        });
      }
    },
  };
}

const stationScores = scores((id, items) =>
  withTimeout((signal) => client.call('POST assessment/station_scores', { id, items }, { signal })),
);

/** The id is `ASSESSMENT/EXPERT`. */
const expertScores = scores((id, items) => {
  const [assessment = '', expertId = ''] = id.split('/');
  return withTimeout((signal) =>
    client.call('POST assessment/expert_scores', { id: assessment, expertId, items }, { signal }),
  );
});

const sameText: Same = (a, b) => (a ?? '') === (b ?? '');

/** The text of the own conclusion, one place. The server trims it. */
const conclusion: Sender = {
  same: sameText,
  async send(id, batch) {
    const [entry] = batch;
    const { place, value, was } = entry ?? { place: '', value: '', was: '' };
    const [assessment = ''] = id.split('/');
    const input = { id: assessment, conclusion: String(value ?? ''), final: false, was: String(was ?? '') };
    try {
      const answer = await withTimeout((signal) => client.call('POST assessment/update_conclusion', input, { signal }));
      return { kind: 'saved', answer, version: null };
    } catch (error) {
      return outcomeOf(error, batch, {
        current: (current) => {
          const present = (current as { conclusion: string }).conclusion;
          return { kind: 'outdated', current: new Map([[place, present]]), version: null };
        },
        placeOf: () => place,
      });
    }
  },
};

/** Answers to remarks; a place is `EVENT/INDEX`. One call each: those that the server stored stay stored. */
const remarkAnswers: Sender = {
  same: sameText,
  async send(id, batch) {
    for (const [index, entry] of batch.entries()) {
      const [eventId = '', remark = ''] = entry.place.split('/');
      const input = { id, eventId, remark: Number(remark), text: textOf(entry.value), was: textOf(entry.was) };
      try {
        await withTimeout((signal) => client.call('POST assessment/answer_remark', input, { signal }));
      } catch (error) {
        return outcomeOf(error, [entry], {
          current: (current) => {
            const { answer } = current as { answer: string };
            const values = batch.map(({ place, value, was }, at) => {
              const present = at < index ? value : at === index ? answer : was;
              return [place, present] as const;
            });
            return { kind: 'outdated', current: new Map(values), version: null };
          },
          placeOf: () => entry.place,
        });
      }
    }
    return { kind: 'saved', answer: null, version: null };
  },
};

const textOf = (value: unknown) => String(value ?? '');

/** Every kind of object that uses the outbox. */
export const SENDERS = {
  form,
  stationScores,
  expertScores,
  /** The id is `ASSESSMENT/EXPERT`, as for scores. */
  expertConclusion: conclusion,
  managerConclusion: conclusion,
  remarkAnswers,
  /** The id is `ASSESSMENT/KEY`; the assessment is '' where the finding was added on another page. */
  newFinding,
  /** The id is `ASSESSMENT/FINDING`. */
  findingStep,
} satisfies Record<string, Sender>;
export type Kind = keyof typeof SENDERS;

/** The name of an object in the outbox. */
export const objectOf = (kind: Kind, id: string) => `${kind}/${id}`;

/** The kind and id in an object's name. */
export function partsOf(object: string): { kind: Kind; id: string } {
  const [kind = '', id = ''] = object.split(/\/(.*)/s);
  return { kind: kind as Kind, id };
}
