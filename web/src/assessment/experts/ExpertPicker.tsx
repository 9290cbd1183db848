import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import type { Profile } from '@shp/shared/domain/accounts/profiles';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { namesText } from '@shp/shared/sheets/sheetTexts';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { type Expert, everyExpert } from './everyExpert.ts';
import { useAssigningText } from './texts.ts';

/** Experts shown at once; search finds the others. */
const SHOWN = 50;

type Props = {
  chosen: readonly Expert[];
  onChange: (chosen: readonly Expert[]) => void;
  /** Why an expert cannot be chosen, or null. */
  obstacleOf?: (expert: Expert) => string | null;
};

/** Lets the user choose experts; shows each one's specialties, employer, city and current load. */
export function ExpertPicker({ chosen, onChange, obstacleOf = () => null }: Props) {
  const { common } = useText();
  const words = useAssigningText();
  const { data, error, refetch } = useQuery(everyExpert);
  const [typed, setTyped] = useState('');
  const found = useFound(data, typed);

  function toggle(expert: Expert) {
    const others = chosen.filter(({ id }) => id !== expert.id);
    onChange(others.length < chosen.length ? others : [...chosen, expert]);
  }

  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <TextField
        type="search"
        label={words.search}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        sx={{ mt: 1 }}
      />
      <Typography role="status" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
        {chosen.length === 0
          ? words.none
          : words.chosen(chosen.map(({ profile }) => profile.name).join(common.marks.list))}
      </Typography>
      {!data && <Loading />}
      {data && (
        <Typography role="status" variant="body2" sx={{ my: 1, color: 'text.secondary' }}>
          {found.length === 0 ? words.nobody : words.found(found.length)}
        </Typography>
      )}
      <Box component="ul" sx={LIST}>
        {found.slice(0, SHOWN).map((expert) => (
          <Choice
            key={expert.id}
            expert={expert}
            checked={chosen.some(({ id }) => id === expert.id)}
            obstacle={obstacleOf(expert)}
            onToggle={() => toggle(expert)}
          />
        ))}
      </Box>
      {found.length > SHOWN && <Typography variant="body2">{words.more(found.length - SHOWN)}</Typography>}
    </>
  );
}

type ChoiceProps = { expert: Expert; checked: boolean; obstacle: string | null; onToggle: () => void };

function Choice({ expert: { account, profile, division, load }, checked, obstacle, onToggle }: ChoiceProps) {
  const { lang } = usePreferences();
  const { common } = useText();
  const words = useAssigningText();
  const inputId = useId();
  const noteId = useId();
  const facts = [
    profile.unit,
    profile.title,
    known(profile, lang, common.marks.list),
    division === null ? words.anywhere : divisionPath(division),
  ];
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'start', py: 0.5 }}>
      <Checkbox
        checked={checked}
        disabled={obstacle !== null}
        onChange={onToggle}
        slotProps={{ input: { id: inputId, 'aria-describedby': noteId } }}
      />
      <Box sx={{ minWidth: 0, pt: 1, overflowWrap: 'anywhere' }}>
        <Typography component="label" htmlFor={inputId} sx={{ fontWeight: 600, cursor: 'pointer' }}>
          {profile.name}
        </Typography>{' '}
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {account}
        </Typography>
        <Typography id={noteId} component="div" variant="body2">
          <b>{words.load(load)}</b>
          {['', ...facts.filter(Boolean)].join(common.marks.semicolon)}
          {obstacle !== null && (
            <Typography component="span" variant="body2" sx={{ display: 'block', color: 'warning.main' }}>
              {obstacle}
            </Typography>
          )}
        </Typography>
      </Box>
    </Box>
  );
}

/** Experts with every typed word in name, account, employer, specialties or city. */
function useFound(experts: readonly Expert[] = [], typed: string): readonly Expert[] {
  const { lang } = usePreferences();
  const texts = useMemo(
    () =>
      experts.map(({ account, profile, division }) =>
        [account, profile.name, profile.unit, known(profile, lang), division === null ? '' : divisionPath(division)]
          .join(' ')
          .toLowerCase(),
      ),
    [experts, lang],
  );
  const words = typed.trim().toLowerCase().split(/\s+/);
  return experts.filter((_, index) => words.every((word) => texts[index]?.includes(word)));
}

/** An expert's specialties, in the user's language. */
function known({ specialties }: Profile, lang: Lang, separator?: string): string {
  return namesText('specialties', specialties ?? null, lang, separator);
}

const LIST = { m: 0, p: 0, listStyle: 'none' } as const;
