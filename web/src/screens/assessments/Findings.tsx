import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { FindingList } from '../../assessment/findings/FindingList.tsx';
import { useFindingText } from '../../assessment/findings/texts.ts';
import { Page } from '../../ui/Page.tsx';

/** The findings that the user may see. */
export default function Findings() {
  const { findings } = useFindingText();
  return (
    <>
      <MuiLink component={Link} to={{ search: '' }} variant="body2" sx={BACK}>
        ‹ {findings.screen.back}
      </MuiLink>
      <FindingList
        frame={(buttons, list) => (
          <Page title={findings.title} actions={buttons}>
            {list}
          </Page>
        )}
      />
    </>
  );
}

const BACK = { display: 'inline-block', py: 0.25, mb: 0.5 } as const;
