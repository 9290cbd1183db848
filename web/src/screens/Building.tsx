import Typography from '@mui/material/Typography';
import { useLocation } from 'react-router';
import { useText } from '../texts.ts';
import { Page } from '../ui/Page.tsx';

/** Stands where a screen has not been built yet. */
export default function Building() {
  const { common, web } = useText();
  const { pathname } = useLocation();
  return (
    <Page title={pathname === '/documents' ? common.menu.documents : common.menu.assessments}>
      <Typography>{web.building}</Typography>
    </Page>
  );
}
