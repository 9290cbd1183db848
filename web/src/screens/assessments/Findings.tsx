import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { FindingList } from '../../assessment/findings/FindingList.tsx';
import { useFindingText } from '../../assessment/findings/texts.ts';
import { Page } from '../../ui/Page.tsx';

/** The findings that the user may see. */
export default function Findings() {
  const { findings } = useFindingText();
  return (
    <FindingList
      frame={(buttons, list) => (
        <Page
          title={findings.title}
          actions={
            <>
              {buttons}
              <Button component={Link} to={{ search: '' }}>
                {findings.screen.back}
              </Button>
            </>
          }
        >
          {list}
        </Page>
      )}
    />
  );
}
