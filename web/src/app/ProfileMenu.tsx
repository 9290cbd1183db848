import AccountCircle from '@mui/icons-material/AccountCircle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../core/i18n/texts.ts';
import { useUser } from '../core/session.ts';
import { PlainMenu, PlainMenuItem } from '../ui/menu/PlainMenu.tsx';
import { confirmLogout } from './confirmLogout.ts';

/** Button with the user's name; its menu holds user info, change password, what is on this device, keys, the system's settings and log out. */
export function ProfileMenu({ onOpen }: { onOpen: (dialog: 'keys' | 'password' | 'device') => void }) {
  const { common, web } = useText();
  const user = useUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const name = user.role === 'admin' ? common.roles.admin : user.profile.name || user.account;
  const close = () => setAnchor(null);
  const choose = (chosen: () => void) => () => {
    close();
    chosen();
  };
  return (
    <>
      <Button
        color="inherit"
        startIcon={<AccountCircle />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        title={name}
        sx={{ minWidth: 0, maxWidth: 260 }}
      >
        <Box component="span" sx={ONE_LINE}>
          {name}
        </Box>
      </Button>
      {anchor && (
        <PlainMenu anchor={anchor} onClose={close}>
          <Link role="menuitem" tabIndex={-1} to="/profile" onClick={close}>
            {web.header.userInfo}
          </Link>
          <PlainMenuItem onChoose={choose(() => onOpen('password'))}>{web.header.changePassword}</PlainMenuItem>
          <PlainMenuItem onChoose={choose(() => onOpen('device'))}>{web.header.device}</PlainMenuItem>
          <PlainMenuItem onChoose={choose(() => onOpen('keys'))}>{web.header.keys}</PlainMenuItem>
          {user.role === 'admin' && (
            <Link role="menuitem" tabIndex={-1} to="/profile?tab=settings" onClick={close}>
              {web.header.administration}
            </Link>
          )}
          <hr />
          <PlainMenuItem onChoose={choose(confirmLogout)}>{web.header.logOut}</PlainMenuItem>
        </PlainMenu>
      )}
    </>
  );
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
