import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import { TOKEN_DAYS_MAX, TOKEN_SCOPES, type TokenScope } from '@shp/shared/domain/accounts/tokens';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { type FormEvent, useState } from 'react';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { CopyOnceValue } from '../../ui/CopyOnceValue.tsx';
import { useProfileText } from './profileText.ts';

const DAYS = [30, 90, 180, TOKEN_DAYS_MAX] as const;

/** Creates an access token and shows it once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const { web } = useText();
  const { tokens: words } = useProfileText();
  const toast = useToast();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read']);
  const [days, setDays] = useState<number>(DAYS[1]);
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const nameProblem = tried && isAbsent(name) ? words.nameRequired : refusal.name;
  const scopeProblem = tried && scopes.length === 0 ? words.scopeRequired : refusal.scopes;

  async function create(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setRefusal({});
    if (isAbsent(name) || scopes.length === 0) return;
    setBusy(true);
    try {
      const made = await client.call('POST session/create_token', {
        name: name.trim(),
        scopes: [...scopes],
        expiresInDays: days,
      });
      setToken(made.token);
    } catch (error) {
      if (error instanceof ApiError) setRefusal(error.fields);
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  }

  if (token !== null) {
    return (
      <Dialog open fullWidth maxWidth="sm" aria-labelledby="token">
        <DialogTitle id="token">{words.made}</DialogTitle>
        <DialogContent>
          <CopyOnceValue value={token} />
          <Typography sx={{ mt: 1 }}>{words.once}</Typography>
        </DialogContent>
        <DialogActions>
          <Button variant="contained" onClick={onClose}>
            {web.close}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="token">
      <form onSubmit={create} noValidate>
        <DialogTitle id="token">{words.create}</DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            <TextField
              label={words.name}
              required
              autoFocus
              value={name}
              onChange={(event) => setName(event.target.value)}
              error={nameProblem !== undefined}
              helperText={nameProblem}
              slotProps={{ htmlInput: { maxLength: 100 } }}
            />
            <FormControl component="fieldset" error={scopeProblem !== undefined}>
              <FormLabel component="legend">{words.scopes}</FormLabel>
              <FormGroup>
                {TOKEN_SCOPES.map((scope) => (
                  <FormControlLabel
                    key={scope}
                    label={
                      <>
                        {words.scope[scope]}
                        <Typography variant="body2" component="span" sx={{ ml: 1, color: 'text.secondary' }}>
                          {words.scopeAbout[scope]}
                        </Typography>
                      </>
                    }
                    control={
                      <Checkbox
                        checked={scopes.includes(scope)}
                        onChange={(_, checked) =>
                          setScopes(TOKEN_SCOPES.filter((one) => (one === scope ? checked : scopes.includes(one))))
                        }
                      />
                    }
                  />
                ))}
              </FormGroup>
              {scopeProblem !== undefined && <FormHelperText>{scopeProblem}</FormHelperText>}
            </FormControl>
            <TextField
              select
              label={words.days}
              value={days}
              onChange={(event) => setDays(Number(event.target.value))}
              slotProps={{ select: { native: true } }}
            >
              {DAYS.map((count) => (
                <option key={count} value={count}>
                  {words.dayCount(count)}
                </option>
              ))}
            </TextField>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{web.cancel}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {words.make}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
