import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import { useState } from 'react';
import { client } from '../../../core/client.ts';
import { useFactorsText } from '../../../core/i18n/factorsText.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { messageOf } from '../../../core/messages.ts';
import { makePasskey, passkeyProblem } from '../../../core/passkeys.ts';
import { AddDialog, type AddProps, useBeginning } from './AddDialog.tsx';

/** Adds a passkey: the browser asks where it shall be kept. */
export default function AddPasskey({ onAdded, ...props }: AddProps) {
  const { login } = useText();
  const words = useFactorsText();
  const [problem, setProblem] = useState<string>();
  const beginning = useBeginning('POST session/begin_passkey');
  const { data } = beginning;

  async function add(name: string) {
    if (!data) return;
    setProblem(undefined);
    const credential = await makePasskey(data.passkey);
    const { codes } = await client.call('POST session/add_passkey', { id: data.id, name, credential });
    onAdded(codes);
  }
  function failed(failure: unknown) {
    const why = failure instanceof ApiError ? null : passkeyProblem(failure);
    setProblem(why === null ? messageOf(failure, login) : words.passkey[why]);
  }

  return (
    <AddDialog
      kind="passkey"
      beginning={beginning}
      isReady={data !== undefined}
      add={add}
      onFailure={failed}
      {...props}
    >
      <Typography sx={{ mb: 2 }}>{words.passkey.note}</Typography>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
    </AddDialog>
  );
}
