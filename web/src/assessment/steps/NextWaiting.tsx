import ArrowForward from '@mui/icons-material/ArrowForward';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Assessment, AssessmentRow } from '@shp/shared/api/objects';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { hasTodo } from '@shp/shared/domain/assessment/waiting';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { client } from '../../core/client.ts';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { useUser } from '../../core/session.ts';

/** The link to the next assessment looks among this many of those submitted first. */
const LOOKED_THROUGH = 200;

type Props = {
  assessment: Assessment;
  autoFocus?: boolean;
  /** Whether the page leads here and nowhere else. */
  main?: boolean;
};

/**
 * Link to the user's next assessment to do: the next one in order of submission, which no step changes, otherwise the
 * first of all.
 */
export function NextWaiting({ assessment, autoFocus = false, main = false }: Props) {
  const { waiting } = useManagingText();
  const { role } = useUser();
  const { data } = useQuery({
    queryKey: ['assessments', 'waiting', assessment.id, assessment.status],
    queryFn: ({ signal }) => {
      const filter = { waiting: true, sortby: 'submittedAt', desc: false, size: LOOKED_THROUGH } as const;
      return client.call('GET assessment/query', filter, { signal });
    },
    enabled: hasTodo(role),
  });
  const others = (data?.items ?? []).filter(({ id }) => id !== assessment.id);
  const next = others.find((one) => isAfter(one, assessment)) ?? others[0];
  const place = useRef<HTMLElement>(null);
  const known = data !== undefined;
  // Runs after the closing dialog has returned the focus; never takes it from where the user has gone meanwhile.
  useEffect(() => {
    if (!autoFocus || !known) return;
    const at = document.activeElement;
    if (at === document.body || place.current?.closest('section')?.contains(at)) place.current?.focus();
  }, [autoFocus, known]);
  if (!data) return null;
  if (!next) {
    return (
      <Typography ref={place} tabIndex={-1} component="span" variant="body2" sx={NONE}>
        {waiting.none}
      </Typography>
    );
  }
  const count = data.total - (data.items.length - others.length);
  return (
    <Button
      component={Link}
      to={assessmentPath(role, next)}
      {...(main ? { variant: 'contained' } : { color: 'inherit' })}
      endIcon={<ArrowForward />}
      ref={place as RefObject<HTMLAnchorElement | null>}
      title={`${next.number} ${next.station.name}`}
    >
      {waiting.next(count)}
    </Button>
  );
}

const NONE = { color: 'text.secondary', outline: 0 } as const;

function isAfter(one: AssessmentRow, other: AssessmentRow): boolean {
  return `${one.submittedAt} ${one.id}` > `${other.submittedAt} ${other.id}`;
}
