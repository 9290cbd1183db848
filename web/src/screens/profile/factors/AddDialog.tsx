import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import type { CallKey, Input, Output } from '@shp/shared/api/index';
import type { FactorKind } from '@shp/shared/domain/accounts/factors';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { client } from '../../../core/client.ts';
import { useFactorsText } from '../../../core/i18n/factorsText.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { Failure } from '../../../ui/Failure.tsx';

export type AddProps = {
  /** The recovery codes that came with the first factor. */
  onAdded: (codes: string[] | null) => void;
  onClose: () => void;
  /** Why it is needed; absent if the user chose it. */
  why?: string;
  /** The label of the button that closes; by default "cancel". */
  leave?: string;
  /** Changes to the other kind of factor, where that works too. */
  onOther?: (() => void) | undefined;
};

type Beginning = Extract<CallKey, 'POST session/begin_totp' | 'POST session/begin_passkey'>;

/**
 * What the server begins a factor with. It is asked for before the click that adds the factor: browsers open their
 * dialog for passkeys only shortly after one.
 */
export function useBeginning<K extends Beginning>(key: K) {
  return useQuery<Output<K>>({
    queryKey: [key],
    queryFn: () => client.call<K>(key, {} as Input<K>),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type Props = Omit<AddProps, 'onAdded'> & {
  kind: FactorKind;
  beginning: Pick<ReturnType<typeof useBeginning>, 'error' | 'refetch'>;
  isReady: boolean;
  /** Adds the factor under the typed name. */
  add: (name: string) => Promise<void>;
  onFailure: (failure: unknown) => void;
  children: ReactNode;
};

/** The dialog that adds a second factor: what the kind needs, a name, and what the server says against it. */
export function AddDialog({ kind, beginning, isReady, add, onFailure, children, ...props }: Props) {
  const { why, leave, onOther, onClose } = props;
  const { web } = useText();
  const words = useFactorsText();
  const [name, setName] = useState(words.defaultName[kind]);
  const [busy, setBusy] = useState(false);
  const { error, refetch } = beginning;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !isReady) return;
    setBusy(true);
    try {
      await add(name.trim() === '' ? words.defaultName[kind] : name.trim());
    } catch (failure) {
      onFailure(failure);
      if (failure instanceof ApiError && failure.code === 'gone') void refetch();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="add-factor">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="add-factor">{words.add[kind]}</DialogTitle>
        <DialogContent>
          {why !== undefined && <Typography sx={{ mb: 2 }}>{why}</Typography>}
          {error && <Failure error={error} onRetry={() => void refetch()} />}
          {children}
          {isReady && (
            <TextField
              fullWidth
              sx={{ mt: 2 }}
              label={words.name}
              value={name}
              onChange={(event) => setName(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 100 } }}
            />
          )}
        </DialogContent>
        <DialogActions>
          {onOther && (
            <Button onClick={onOther} sx={{ mr: 'auto' }}>
              {words.instead[kind]}
            </Button>
          )}
          <Button onClick={onClose}>{leave ?? web.cancel}</Button>
          <Button type="submit" variant="contained" loading={busy} disabled={!isReady}>
            {words.prove}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
