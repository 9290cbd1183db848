import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import CircularProgress from '@mui/material/CircularProgress';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import { ApiError } from '@shp/shared/api/errors';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { Lang } from '@shp/shared/domain/lib/lang';
import type { UsersText } from '@shp/shared/text/en/users/dialogs';
import { resetEffectLines } from '@shp/shared/text/resetEffects';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { client } from '../../core/client.ts';
import { type Text, useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { Failure } from '../../ui/Failure.tsx';
import { runAll } from '../../ui/runAll.ts';
import { useDialogsText } from './dialogsText.ts';
import type { Target } from './operations.ts';

/**
 * Operations with side effects: deletion ends the account's open work, a reset limits the steps of the user who does
 * it.
 */
export type EffectOperation = 'delete' | 'reset';

/** More accounts than this are only counted. */
const NAMED = 8;

type Props = {
  taking: EffectOperation;
  targets: readonly Target[];
  /** `ends`: whether work ends with the operation, which recovering the account does not bring back. */
  onAgreed: (agreed: boolean, ends: boolean) => void;
};

/** Lists what a deletion or a reset of these accounts ends; if anything, the user must tick a box. */
export function Effects({ taking, targets, onAgreed }: Props) {
  const text = useText();
  const { effects: words } = useDialogsText();
  const { lang } = usePreferences();
  const [ticked, setTicked] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['effects', taking, lang, ...targets.map(({ id }) => id)],
    queryFn: () => readEffects(taking, targets, { common: text.common, words }, lang),
    gcTime: 0,
  });
  const agreed = data !== undefined && (data.length === 0 || ticked);
  const ends = data === undefined || data.length > 0;
  useEffect(() => onAgreed(agreed, ends), [agreed, ends, onAgreed]);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <CircularProgress size={20} aria-label={words.looking} sx={{ mt: 2 }} />;
  if (data.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      <ul style={{ margin: 0, paddingInlineStart: '1.2em', overflowWrap: 'anywhere' }}>
        {data.slice(0, NAMED).flatMap(({ id, lines, assessments }) =>
          lines.map((line) => (
            <li key={`${id} ${line}`}>
              <Linked line={line} assessments={assessments} />
            </li>
          )),
        )}
      </ul>
      {data.length > NAMED && words.more[taking](data.length - NAMED)}
      <FormControlLabel
        control={<Checkbox checked={ticked} onChange={(_event, checked) => setTicked(checked)} />}
        label={words.agree[taking]}
        sx={{ mt: 1 }}
      />
    </Alert>
  );
}

type Named = { readonly id: string; readonly number: string; readonly status: Status };
type Found = { lines: readonly string[]; assessments: readonly Named[] };

/** A line in which the number of an assessment leads to it, beside the question. */
function Linked({ line, assessments }: { line: string; assessments: readonly Named[] }) {
  const { role } = useUser();
  const numbers = assessments.map(({ number }) => number).filter((number) => line.includes(number));
  const parts = numbers.length === 0 ? [line] : line.split(new RegExp(`(${numbers.join('|')})`));
  return parts.map((part, index) => {
    const one = assessments.find(({ number }) => number === part);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never move
    if (!one) return <Fragment key={index}>{part}</Fragment>;
    return (
      <Link
        key={one.id}
        component={RouterLink}
        to={assessmentPath(role, one)}
        target="_blank"
        sx={{ color: 'inherit', textDecoration: 'underline' }}
      >
        {part}
      </Link>
    );
  });
}

type Words = { common: Text['common']; words: UsersText['effects'] };

/** The side effects on one account, as lines. */
const READ: Record<EffectOperation, (target: Target, text: Words, lang: Lang) => Promise<Found>> = {
  async delete({ id, name }, { common, words }) {
    const { reviews, applications } = await client.call('GET user/delete_effects', { id });
    const scored = reviews.reduce((sum, review) => sum + review.scored, 0);
    const lines = [
      ...applications.map(({ number, status }) => words.application(name, number, common.statuses[status])),
      ...(reviews.length > 0 ? [words.reviews(name, reviews.length, scored)] : []),
    ];
    return { lines, assessments: applications };
  },
  async reset({ id, name }, { common }, lang) {
    const { assessments } = await client.call('GET user/reset_effects', { id });
    const lines = resetEffectLines(assessments, lang, common).map((line) => `${name}${common.marks.colon}${line}`);
    // An assessment that waits for its first review is read on the page of that review.
    const statusOf = (steps: readonly Status[]) => (steps.includes('first_passed') ? 'submitted' : 'reviewed');
    return { lines, assessments: assessments.map((one) => ({ ...one, status: statusOf(one.steps) })) };
  },
};

async function readEffects(taking: EffectOperation, targets: readonly Target[], text: Words, lang: Lang) {
  const outcomes = await runAll(targets, (target) => READ[taking](target, text, lang));
  return targets.flatMap(({ id }, index) => {
    const outcome = outcomes[index];
    if (!outcome) return [];
    // The account has been deleted since, so it has no effects; the operation itself will report that.
    if (!outcome.done && outcome.error instanceof ApiError && outcome.error.status === 404) return [];
    if (!outcome.done) throw outcome.error;
    return outcome.result.lines.length > 0 ? [{ id, ...outcome.result }] : [];
  });
}
