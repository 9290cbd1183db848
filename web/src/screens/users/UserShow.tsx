import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { mayManage } from '@shp/shared/domain/accounts/userAdministration';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { guard } from '@shp/shared/domain/routes';
import { shownText } from '@shp/shared/sheets/column';
import { DUTIES_COLUMN, USER_COLUMNS } from '@shp/shared/sheets/users';
import { useGetOne } from 'react-admin';
import { Link } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { Reviews } from './Reviews.tsx';
import { StationPlace } from './StationPlace.tsx';

/** Dialog that shows everything about a user. */
export default function UserShow({ kind, id }: { kind: UserKind; id: string }) {
  const { common, web } = useText();
  const caller = useUser();
  const dialog = useDialog();
  const { data: user, error, refetch } = useGetOne<User>(kind, { id });
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={dialog.close} aria-labelledby="user">
      <DialogTitle id="user">{user?.profile.name ?? common.kinds[kind]}</DialogTitle>
      <DialogContent dividers tabIndex={0}>
        {error && <Failure error={error.cause ?? error} onRetry={() => void refetch()} />}
        {!user && !error && <Skeleton rows={12} height={34} />}
        {user && kind === 'experts' && guard(caller.role, '/assessments').go === 'stay' && <Reviews expert={user.id} />}
        {user && <Facts kind={kind} user={user} />}
        {user?.role === 'station' && user.division !== null && (
          <StationPlace division={user.division} profile={user.profile} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={dialog.close}>{web.close}</Button>
        {user && kind === 'stations' && guard(caller.role, '/assessments').go === 'stay' && (
          <Button component={Link} to={listAddress('/assessments', { station: user.id })}>
            {web.users.assessments}
          </Button>
        )}
        {user && !user.isDeleted && mayManage(caller, user) && (
          <Button
            variant="contained"
            component={Link}
            to={dialog.to('edit', id)}
            aria-label={web.users.edit(user.profile.name)}
          >
            {web.users.editShort}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Facts({ kind, user }: { kind: UserKind; user: User }) {
  const { common, web } = useText();
  const { lang } = usePreferences();
  const facts = [...USER_COLUMNS[kind], ...(user.role === 'admin' ? [DUTIES_COLUMN] : [])].map(
    (column) => [column.key, column.heading[lang], shownText(column, user, lang, common.marks.list)] as const,
  );
  return (
    <Box component="dl" sx={FACTS}>
      {facts
        // The name heads the dialog.
        .filter(([key, , text]) => text !== '' && key !== 'name')
        .map(([key, heading, text]) => (
          <div key={key}>
            <dt>{heading}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      {user.mustChangePassword && (
        <div>
          <dt>{common.fields.mustChangePassword}</dt>
          <dd>{common.yes}</dd>
        </div>
      )}
      {user.lastLoginAt === null && (
        <div>
          <dt>{common.fields.lastLoginAt}</dt>
          <dd>{web.users.never}</dd>
        </div>
      )}
    </Box>
  );
}

const FACTS = {
  m: 0,
  '& > div': { display: 'flex', columnGap: 2, py: 0.75, borderBottom: 1, borderColor: 'divider' },
  '& dt': { flex: 'none', width: { xs: '6.5rem', sm: '11rem' }, color: 'text.secondary' },
  '& dd': { flex: 1, minWidth: 0, m: 0, overflowWrap: 'anywhere' },
} as const;
