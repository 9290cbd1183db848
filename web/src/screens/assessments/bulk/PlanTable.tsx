import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useText } from '../../../core/i18n/texts.ts';
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
                    <span key={id} className="name">
                      {one.plan.before.includes(id) ? one.plan.names[index] : <b>{one.plan.names[index]}</b>}
                      {one.ofCity.has(id) && <small>{common.marks.brackets(words.bulk.ofCity)}</small>}
                      {index < one.plan.next.length - 1 && common.marks.list}
                    </span>
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
  // A name stays whole, with the mark after it, which never begins a line.
  '& .name': { whiteSpace: 'nowrap' },
} as const;
