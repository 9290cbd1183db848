import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { hasDuty } from '@shp/shared/domain/accounts/duties';
import type { AdminText } from '@shp/shared/text/en/assessment/admin';
import { Link } from 'react-router';
import { areaTexts } from '../../core/i18n/areaTexts.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';

export const useAdminText = areaTexts<AdminText>({
  zh: async () => (await import('@shp/shared/text/zh/assessment/admin')).admin,
  en: async () => (await import('@shp/shared/text/en/assessment/admin')).admin,
});

/** In whose place an administrator acts here, or why not, and the parts of the page where something can be done. */
export function Acts({ assessment: { permissions, experts } }: { assessment: Assessment }) {
  const words = useAdminText();
  const { duties } = useText().common;
  const user = useUser();
  const acts = hasDuty(user, 'system');
  const parts = [
    [acts && permissions.assign ? words.assign : words.experts, '#experts'],
    ...(experts.length > 0 ? [[words.compare, '#compare']] : []),
    [words.steps, '#submit'],
    [words.files, '#file'],
    [words.audit, '#audit'],
  ] as const;
  return (
    <Paper component="section" aria-label={words.title} sx={{ px: 2, py: 1.5, mb: 2 }}>
      <Typography>
        <b>{words.title}</b> <span>{acts ? words.inPlace : duties.needed(duties.names.system)}</span>
      </Typography>
      <Stack direction="row" sx={ROW}>
        {parts.map(([label, hash]) => (
          <Button key={hash} size="small" variant="outlined" component={Link} to={{ hash }}>
            {label}
          </Button>
        ))}
      </Stack>
    </Paper>
  );
}

/** One line on a phone, which scrolls; the padding keeps the focus in sight. */
const ROW = {
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  overflowX: { xs: 'auto', sm: 'visible' },
  gap: 1,
  mt: 0.5,
  mx: -0.5,
  p: 0.5,
  '& > *': { flex: 'none' },
} as const;
