import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import CircularProgress from '@mui/material/CircularProgress';
import FormControlLabel from '@mui/material/FormControlLabel';
import { ApiError } from '@shp/shared/api/errors';
import type { Lang } from '@shp/shared/domain/lib/lang';
import type { UsersText } from '@shp/shared/text/en/users/dialogs';
import { resetEffectLines } from '@shp/shared/text/resetEffects';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../core/client.ts';
import { type Text, useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
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
        {data.slice(0, NAMED).flatMap(({ id, lines }) => lines.map((line) => <li key={`${id} ${line}`}>{line}</li>))}
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

type Words = { common: Text['common']; words: UsersText['effects'] };

/** The side effects on one account, as lines. */
const READ: Record<EffectOperation, (target: Target, text: Words, lang: Lang) => Promise<string[]>> = {
  async delete({ id, name }, { common, words }) {
    const { reviews, applications } = await client.call('GET user/delete_effects', { id });
    const scored = reviews.reduce((sum, review) => sum + review.scored, 0);
    return [
      ...applications.map(({ number, status }) => words.application(name, number, common.statuses[status])),
      ...(reviews.length > 0 ? [words.reviews(name, reviews.length, scored)] : []),
    ];
  },
  async reset({ id, name }, { common }, lang) {
    const { assessments } = await client.call('GET user/reset_effects', { id });
    return resetEffectLines(assessments, lang, common).map((line) => `${name}${common.marks.colon}${line}`);
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
    return outcome.result.length > 0 ? [{ id, lines: outcome.result }] : [];
  });
}
