import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Problem } from '@shp/shared/api/objects';
import { Link as RouterLink } from 'react-router';
import { hashOf, placeOf } from '../places.ts';

/** What stands in the way, each with a link to the place where it is put right. */
export function ProblemLinks({ label, problems }: { label: string; problems: readonly Problem[] }) {
  return (
    <Box component="ul" aria-label={label} sx={{ my: 0.5, pl: 3 }}>
      {problems.map((problem) => {
        const place = placeOf(problem);
        return (
          <li key={`${problem.code} ${problem.field ?? problem.serial ?? ''}`}>
            {place ? (
              <Link component={RouterLink} to={{ hash: hashOf(place) }} underline="always">
                {problem.message}
              </Link>
            ) : (
              problem.message
            )}
          </li>
        );
      })}
    </Box>
  );
}
