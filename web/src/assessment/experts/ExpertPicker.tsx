import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
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
import { FONT_SIZES, PHONE } from '../../theme/tokens.ts';
import { UNSEEN } from '../../theme/unseen.ts';
import { Failure } from '../../ui/Failure.tsx';
import { WholeDates } from '../../ui/fields/WholeDates.tsx';
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
  /** The last day on which an expert's review of the same station was concluded, by the expert's id. */
  lastReviews?: ReadonlyMap<string, string>;
  /** The experts needed, and those there are without the chosen ones. */
  needs?: { readonly least: number; readonly present: number };
};

/** Lets the user choose experts from a table, those with the least work first; on a phone a card each. */
export function ExpertPicker({ chosen, onChange, obstacleOf = () => null, lastReviews, needs }: Props) {
  const words = useAssigningText();
  const { data, error, refetch } = useQuery(everyExpert);
  const [typed, setTyped] = useState('');
  const found = useFound(data, typed);
  const without = (expert: Expert) => chosen.filter(({ id }) => id !== expert.id);

  function toggle(expert: Expert) {
    const others = without(expert);
    onChange(others.length < chosen.length ? others : [...chosen, expert]);
  }

  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Box sx={TOP}>
        <TextField
          type="search"
          label={words.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          sx={{ mt: 1 }}
        />
        <Box sx={CHOSEN}>
          <Typography role="status" component="span" sx={{ mr: 1 }}>
            {chosen.length === 0 ? words.none : words.chosen(chosen.length)}
            {needs && words.needed(needs.least, needs.present + chosen.length)}
          </Typography>
          {chosen.map((expert) => (
            <Chip
              key={expert.id}
              size="small"
              label={expert.profile.name}
              onDelete={() => onChange(without(expert))}
              title={words.drop(expert.profile.name ?? '')}
            />
          ))}
        </Box>
      </Box>
      {!data && <Loading />}
      {data && (
        <Typography role="status" variant="body2" sx={{ mb: 0.5, color: 'text.secondary' }}>
          {found.length === 0 ? words.nobody : words.found(found.length)}
        </Typography>
      )}
      {found.length > 0 && (
        <Box component="table" aria-label={words.table} sx={TABLE}>
          <thead>
            <tr>
              <td />
              <th scope="col">{words.columns.name}</th>
              <th scope="col">{words.columns.city}</th>
              <th scope="col" className="load" aria-sort="ascending">
                {words.columns.load}
              </th>
              {lastReviews && <th scope="col">{words.columns.last}</th>}
              <th scope="col">{words.columns.conflict}</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, SHOWN).map((expert) => (
              <Choice
                key={expert.id}
                expert={expert}
                checked={chosen.some(({ id }) => id === expert.id)}
                obstacle={obstacleOf(expert)}
                {...(lastReviews && { last: lastReviews.get(expert.id) ?? null })}
                onToggle={() => toggle(expert)}
              />
            ))}
          </tbody>
        </Box>
      )}
      {found.length > SHOWN && <Typography variant="body2">{words.more(found.length - SHOWN)}</Typography>}
    </>
  );
}

type ChoiceProps = {
  expert: Expert;
  checked: boolean;
  obstacle: string | null;
  last?: string | null;
  onToggle: () => void;
};

function Choice({ expert: { account, profile, division, load }, checked, obstacle, last, onToggle }: ChoiceProps) {
  const { lang } = usePreferences();
  const { common } = useText();
  const words = useAssigningText();
  const inputId = useId();
  const facts = [profile.unit, profile.title, known(profile, lang, common.marks.list)];
  const open = obstacle === null;
  return (
    <tr
      data-chosen={checked || undefined}
      data-closed={open ? undefined : ''}
      // The whole row chooses; the check box and its label do so themselves.
      onClick={(event) => open && !(event.target as Element).closest('label, input') && onToggle()}
    >
      <td>
        <Checkbox
          checked={checked}
          disabled={!open}
          onChange={onToggle}
          slotProps={{ input: { id: inputId, 'aria-describedby': `${inputId}-why ${inputId}-load` } }}
        />
      </td>
      <th scope="row">
        <label htmlFor={inputId}>{profile.name}</label>{' '}
        <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
          {account}
        </Typography>
        <Typography component="div" variant="caption" sx={{ color: 'text.secondary' }}>
          {facts.filter(Boolean).join(common.marks.semicolon)}
        </Typography>
      </th>
      <td className="city">{division === null ? words.anywhere : divisionPath(division)}</td>
      <td className="load" id={`${inputId}-load`}>
        <span aria-hidden className="figure">
          {load}
        </span>
        <span className="words">{words.load(load)}</span>
      </td>
      {last !== undefined && (
        <td className="last">{last === null ? words.never : <WholeDates>{words.last(last)}</WholeDates>}</td>
      )}
      <td id={`${inputId}-why`} className="why">
        {obstacle ?? <span className="fine">{words.free}</span>}
      </td>
    </tr>
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
export function known({ specialties }: Profile, lang: Lang, separator?: string): string {
  return namesText('specialties', specialties ?? null, lang, separator);
}

/** In sight while the experts scroll. */
const TOP = { position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.paper', pb: 0.5 } as const;
const CHOSEN = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, minHeight: 32, py: 0.5 } as const;
const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { p: '6px 8px', textAlign: 'left', verticalAlign: 'middle', fontWeight: 400, overflowWrap: 'anywhere' },
  '& thead th': { color: 'text.secondary', fontWeight: 500, wordBreak: 'keep-all', whiteSpace: 'nowrap' },
  '& tr': { borderBottom: '1px solid', borderColor: 'divider' },
  '& td:first-of-type': { width: 40, p: 0 },
  // The name takes what the other columns leave.
  '& tbody th': { width: '99%' },
  '& .city, & .last': { whiteSpace: 'nowrap' },
  '& tbody tr': { cursor: 'pointer', '&:hover': { bgcolor: 'action.hover' } },
  '& tbody tr[data-chosen]': { bgcolor: 'primary.light' },
  '& tbody tr[data-closed]': { cursor: 'default' },
  '& label': { fontWeight: 600, cursor: 'inherit' },
  '& .load': { whiteSpace: 'nowrap', fontWeight: 500, textAlign: 'right' },
  '& .why': { color: 'warning.main', minWidth: 110 },
  '& .fine': { color: 'text.secondary' },
  '@media (min-width: 600px)': { '& .load': { position: 'relative' }, '& .words': UNSEEN },
  [PHONE]: {
    '& thead': { display: 'none' },
    '& tbody tr': { display: 'flex', flexWrap: 'wrap', columnGap: '10px', position: 'relative', pl: 5, py: 1 },
    '& tbody th, & tbody td': { display: 'block', p: 0 },
    '& tbody th, & .why': { flexBasis: '100%' },
    '& tbody td:first-of-type': { position: 'absolute', left: 0, top: 8 },
    '& tbody td': { fontSize: FONT_SIZES.small },
    '& .figure, & .fine': { display: 'none' },
  },
} as const;
