import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { known } from '../../../assessment/experts/ExpertPicker.tsx';
import type { Expert } from '../../../assessment/experts/everyExpert.ts';
import { useAssigningText } from '../../../assessment/experts/texts.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { useListText } from '../texts.ts';
import type { PlannedRow } from './usePlan.ts';

/** Rows shown; a longer plan is still carried out in full. */
const SHOWN = 300;

/**
 * The experts of each row after the plan: new ones in bold, those of the station's city marked, or why there is none.
 */
export function PlanTable({ planned }: { planned: readonly PlannedRow[] }) {
  const { common } = useText();
  const words = useListText();
  return (
    <Box tabIndex={0} role="region" aria-label={words.bulk.preview} sx={FRAME}>
      <Box component="table" sx={TABLE}>
        <thead>
          <tr>
            <th scope="col">{common.assessment.station}</th>
            <th scope="col">{words.bulk.after}</th>
          </tr>
        </thead>
        <tbody>
          {planned.slice(0, SHOWN).map((one) => (
            <tr key={one.row.id}>
              <td>
                <b>{one.row.station.name}</b>
                <br />
                <small>{one.row.number}</small>
              </td>
              <td>
                {'reason' in one ? (
                  <Box component="span" sx={{ color: 'warning.main' }}>
                    {one.reason}
                  </Box>
                ) : (
                  one.plan.next.map((id, index) => (
                    <div key={id} className="expert">
                      {one.plan.before.includes(id) ? one.plan.names[index] : <b>{one.plan.names[index]}</b>}
                      {one.accounts.has(id) && <small> {one.accounts.get(id)}</small>}
                      {one.ofCity.has(id) && <small>{common.marks.brackets(words.bulk.ofCity)}</small>}
                      <Facts expert={one.experts.get(id)} />
                    </div>
                  ))
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
      {planned.length > SHOWN && <Typography sx={{ p: 1 }}>{words.bulk.more(planned.length - SHOWN)}</Typography>}
    </Box>
  );
}

/** The specialties and the city of an expert. */
function Facts({ expert }: { expert: Expert | undefined }) {
  const { common } = useText();
  const { lang } = usePreferences();
  const assigning = useAssigningText();
  if (!expert) return null;
  const { profile, division } = expert;
  const specialties = known(profile, lang, common.marks.list);
  const city = division === null ? assigning.anywhere : divisionPath(division);
  return <small className="facts">{[specialties, city].filter(Boolean).join(common.marks.semicolon)}</small>;
}

const FRAME = {
  maxHeight: '42vh',
  overflow: 'auto',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
} as const;
const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { textAlign: 'left', verticalAlign: 'top', p: 1, borderBottom: '1px solid', borderColor: 'divider' },
  '& th': { position: 'sticky', top: 0, bgcolor: 'background.paper', color: 'text.secondary', fontWeight: 600 },
  '& small': { color: 'text.secondary', fontSize: '0.75rem', whiteSpace: 'nowrap' },
  '& b': { fontWeight: 600 },
  '& .expert:not(:last-of-type)': { mb: 0.75 },
  '& .facts': { display: 'block', whiteSpace: 'normal' },
} as const;
