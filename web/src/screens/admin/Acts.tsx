import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { hasDuty } from '@shp/shared/domain/accounts/duties';
import type { AdminText } from '@shp/shared/text/en/assessment/admin';
import { areaTexts } from '../../core/i18n/areaTexts.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';

export const useAdminText = areaTexts<AdminText>({
  zh: async () => (await import('@shp/shared/text/zh/assessment/admin')).admin,
  en: async () => (await import('@shp/shared/text/en/assessment/admin')).admin,
});

/** In whose place an administrator acts here, or why not. */
export function Acts() {
  const words = useAdminText();
  const { duties } = useText().common;
  const user = useUser();
  const acts = hasDuty(user, 'system');
  return (
    <Paper component="section" aria-label={words.title} sx={{ px: 2, py: 1, mb: 2 }}>
      <Typography>
        <b>{words.title}</b> <span>{acts ? words.inPlace : duties.needed(duties.names.system)}</span>
      </Typography>
    </Paper>
  );
}
