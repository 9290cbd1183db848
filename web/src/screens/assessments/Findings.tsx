import { FindingList } from '../../assessment/findings/FindingList.tsx';
import { useFindingText } from '../../assessment/findings/texts.ts';
import { BackLink, Page } from '../../ui/Page.tsx';

/** The findings that the user may see. */
export default function Findings() {
  const { findings } = useFindingText();
  return (
    <>
      <BackLink to={{ search: '' }}>{findings.screen.back}</BackLink>
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
