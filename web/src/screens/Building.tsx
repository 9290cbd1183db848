import Typography from '@mui/material/Typography';
import { useText } from '../texts.ts';
import { Page } from '../ui/Page.tsx';

/** Stands where a screen has not been built yet. */
export default function Building() {
  const { common, web } = useText();
  return (
    <Page title={common.shortTitle}>
      <Typography>{web.building}</Typography>
    </Page>
  );
}
