import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useState } from 'react';
import { loadUser } from '../client.ts';
import { messageOf } from '../messages.ts';
import { Wait } from '../screens/login/Wait.tsx';
import { useText } from '../texts.ts';

/** What is shown where the user of a stored token could not be loaded: why, and a way to try again. */
export function StartUp({ failure: first }: { failure: unknown }) {
  const { login } = useText();
  const [failure, setFailure] = useState(first);

  const load = useCallback(async () => {
    setFailure(null);
    setFailure(await loadUser());
  }, []);
  useEffect(() => {
    if (first === null) void load();
  }, [first, load]);

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
