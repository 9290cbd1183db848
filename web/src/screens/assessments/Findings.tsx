import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { FindingList } from '../../assessment/findings/FindingList.tsx';
import { useFindingText } from '../../assessment/findings/texts.ts';
import { Page } from '../../ui/Page.tsx';

/** The findings that the user may see. */
export default function Findings() {
  const { findings } = useFindingText();
  return (
    <Page
      title={findings.title}
      actions={
        <Button component={Link} to={{ search: '' }}>
          {findings.screen.back}
        </Button>
      }
    >
      <FindingList />
    </Page>
  );
}
