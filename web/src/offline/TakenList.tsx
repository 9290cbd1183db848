import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useOfflineText } from '../core/i18n/offlineTexts.ts';
import { useUser } from '../core/session.ts';
import { useToast } from '../core/useToast.ts';
import { sizeText } from '../files/sizeText.ts';
import { WholeDates } from '../ui/fields/WholeDates.tsx';
import { forgetTaken, RETENTION_MS, type Taken } from './store.ts';
import { timeText } from './timeText.ts';

type Props = { taken: readonly Taken[]; onChange: () => Promise<void>; onOpen: () => void };

/** The offline copies, each with its age and size. */
export function TakenList({ taken, onChange, onOpen }: Props) {
  const { taken: words } = useOfflineText();
  const user = useUser();
  const { failed } = useToast();
  const [busy, setBusy] = useState<string | null>(null);

  async function renew({ assessment, size }: Taken) {
    setBusy(assessment);
    try {
      const { takeAlong } = await import('./take.ts');
      await takeAlong(user, assessment, size, () => undefined);
    } catch (error) {
      failed(error);
    }
    setBusy(null);
    await onChange();
  }

  async function drop({ account, assessment }: Taken) {
    await forgetTaken(account, assessment);
    await onChange();
  }

  if (taken.length === 0) return <Typography variant="body2">{words.none}</Typography>;
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {words.kept}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {taken.map((one) => (
          <Box component="li" key={one.assessment} sx={ROW}>
            <TakenLink taken={one} onOpen={onOpen} />
            <Box sx={BUTTONS}>
              <Button
                size="small"
                loading={busy === one.assessment}
                aria-label={words.renewOf(one.station)}
                onClick={() => void renew(one)}
              >
                {words.renew}
              </Button>
              <Button size="small" aria-label={words.dropOf(one.station)} onClick={() => void drop(one)}>
                {words.drop}
              </Button>
            </Box>
          </Box>
        ))}
      </Box>
    </>
  );
}

/** One assessment that opens offline, as a link, with its age and size. */
export function TakenLink({ taken: one, onOpen }: { taken: Taken; onOpen?: () => void }) {
  const { taken: words } = useOfflineText();
  return (
    <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
      <Link component={RouterLink} to={one.path} onClick={onOpen}>
        {one.station}
      </Link>
      <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
        <WholeDates>
          {words.facts(timeText(one.at), sizeText(one.bytes), timeText(one.at + RETENTION_MS).slice(0, 10))}
        </WholeDates>
        {one.pictures > 0 && ` · ${words.pictures(one.pictures)}`}
      </Typography>
    </Box>
  );
}

/** Their text ends, or on a phone begins, where that of the list does. */
const BUTTONS = {
  display: 'flex',
  gap: 0.5,
  mx: '-5px',
  '& > .MuiButton-root': { minWidth: 0 },
} as const;
const ROW = { display: 'flex', alignItems: 'center', gap: 0.5, flexWrap: 'wrap', py: 0.5 } as const;
