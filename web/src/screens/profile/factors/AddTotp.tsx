import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { client } from '../../../core/client.ts';
import { useFactorsText } from '../../../core/i18n/factorsText.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { messageOf } from '../../../core/messages.ts';
import { QrCode } from '../../../core/QrCode.tsx';
import { CopyOnceValue } from '../../../ui/CopyOnceValue.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AddDialog, type AddProps, useBeginning } from './AddDialog.tsx';

/** Adds an authenticator app: shows its secret once and takes the first code. */
export function AddTotp({ onAdded, ...props }: AddProps) {
  const { login } = useText();
  const words = useFactorsText();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const beginning = useBeginning('POST session/begin_totp');
  const { data, error } = beginning;

  async function add(name: string) {
    if (!data) return;
    if (code.trim() === '') return setProblem(words.codeRequired);
    const { codes } = await client.call('POST session/add_totp', { id: data.id, code: code.trim(), name });
    onAdded(codes);
  }
  function failed(failure: unknown) {
    setProblem(messageOf(failure, login));
    setCode('');
  }

  return (
    <AddDialog kind="totp" beginning={beginning} isReady={data !== undefined} add={add} onFailure={failed} {...props}>
      {!data && !error && <Skeleton rows={4} />}
      {data && (
        <Stack spacing={2}>
          <Typography>{words.scan}</Typography>
          <QrCode text={data.uri} label={words.picture} width={200} />
          <CopyOnceValue value={data.secret} />
          <TextField
            label={words.code}
            required
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              setProblem(undefined);
            }}
            error={problem !== undefined}
            helperText={problem}
            autoComplete="one-time-code"
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
          />
        </Stack>
      )}
    </AddDialog>
  );
}
