import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useOutboxText } from '../../core/i18n/outboxTexts.ts';
import type { Entries } from '../../outbox/entries.ts';
import { partsOf } from '../../outbox/senders.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';

const UnsentEditsDialog = lazyDialog(async () => ({
  default: (await import('../../assessment/UnsentEditsDialog.tsx')).UnsentEditsDialog,
}));

/**
 * On pages other than the assessment's own: its edits are unsent, with a list of them and a link to it, which
 * leads nowhere once the user may no longer see it. A manager's edits belong to the final review.
 */
export function UnsentElsewhereNotice({ entries, role }: { entries: Entries; role: Role }) {
  const outbox = useOutboxText();
  const { pathname } = useLocation();
  const [listed, setListed] = useState(false);
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
            <>
              <Button color="inherit" onClick={() => setListed(true)}>
                {outbox.list}
              </Button>
              <Button component={Link} to={assessmentPath(role, { id, status: 'reviewed' })} color="inherit">
                {outbox.open}
              </Button>
            </>
          }
        >
          {outbox.elsewhere(entries.filter(({ object }) => object.includes(id)).length)}
        </Alert>
      ))}
      <Suspense>{listed && <UnsentEditsDialog onClose={() => setListed(false)} />}</Suspense>
    </Container>
  );
}
