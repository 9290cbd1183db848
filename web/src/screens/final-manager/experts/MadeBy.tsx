import Typography from '@mui/material/Typography';
import type { Output } from '@shp/shared/api/index';
import { useUser } from '../../../core/session.ts';
import { useFinalText } from '../texts.ts';

/** The users who created an expert's account or last reset its password; marked if it was the current user. */
export function MadeBy({ expert }: { expert: Output<'GET assessment/experts'>[number] | undefined }) {
  const { experts: words } = useFinalText();
  const user = useUser();
  const maker = expert?.madeBy;
  if (!maker) return null;
  const own = maker.id === user.id;
  return (
    <Typography variant="body2" sx={own ? { fontWeight: 600 } : { color: 'text.secondary' }}>
      {own ? words.madeByYou : words.madeBy(maker.name)}
    </Typography>
  );
}
