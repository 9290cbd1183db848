import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../client.ts';
import { messageOf } from '../messages.ts';
import { Wait } from '../screens/login/Wait.tsx';
import { readSession, setUser } from '../session.ts';
import { useText } from '../texts.ts';

/** Loads the user of a stored token. A 401 has cleared the session by then, and the page goes on from /. */
export function StartUp() {
  const { login } = useText();
  const [failure, setFailure] = useState<unknown>(null);

  const load = useCallback(async () => {
    setFailure(null);
    try {
      setUser(await client.call('GET user', {}));
    } catch (error) {
      if (readSession().token !== null) setFailure(error);
    }
  }, []);
  useEffect(() => void load(), [load]);

  if (failure === null) return <Wait />;
  return (
    <Stack component="main" role="alert" spacing={2} sx={{ alignItems: 'center', p: 4 }}>
      <Typography>{messageOf(failure, login)}</Typography>
      <Button variant="contained" onClick={() => void load()}>
        {login.retry}
      </Button>
    </Stack>
  );
}
