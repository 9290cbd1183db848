import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { Link, useLocation } from 'react-router';
import { useOutboxText } from '../../core/i18n/outboxTexts.ts';
import type { Entries } from '../../outbox/entries.ts';
import { partsOf } from '../../outbox/senders.ts';

/**
 * On pages other than the assessment's own: its edits are unsent, with a link to it. A manager's edits belong to the
 * final review.
 */
export function UnsentElsewhereNotice({ entries, role }: { entries: Entries; role: Role }) {
  const outbox = useOutboxText();
  const { pathname } = useLocation();
  const ids = [...new Set(entries.map(({ object }) => partsOf(object).id.split('/')[0] ?? ''))];
  const away = ids.filter((id) => !pathname.includes(id));
  return (
    <Container maxWidth="lg">
      {away.map((id) => (
        <Alert
          key={id}
          severity="warning"
          sx={{ mt: 2 }}
          action={
            <Button component={Link} to={assessmentPath(role, { id, status: 'reviewed' })} color="inherit">
              {outbox.open}
            </Button>
          }
        >
          {outbox.elsewhere(entries.filter(({ object }) => object.includes(id)).length)}
        </Alert>
      ))}
    </Container>
  );
}
