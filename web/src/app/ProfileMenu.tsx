import AccountCircle from '@mui/icons-material/AccountCircle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../core/i18n/texts.ts';
import { useUser } from '../core/session.ts';
import { confirmLogout } from './confirmLogout.ts';

/** Button with the user's name; its menu holds user info, change password, what is on this device, keys and log out. */
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
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        <MenuItem component={Link} to="/profile" onClick={close}>
          {web.header.userInfo}
        </MenuItem>
        <MenuItem onClick={choose(() => onOpen('password'))}>{web.header.changePassword}</MenuItem>
        <MenuItem onClick={choose(() => onOpen('device'))}>{web.header.device}</MenuItem>
        <MenuItem onClick={choose(() => onOpen('keys'))}>{web.header.keys}</MenuItem>
        <MenuItem onClick={choose(confirmLogout)}>{web.header.logOut}</MenuItem>
      </Menu>
    </>
  );
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
