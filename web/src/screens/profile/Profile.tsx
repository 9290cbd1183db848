import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useSearchParams } from 'react-router';
import { useText } from '../../texts.ts';
import { Page } from '../../ui/Page.tsx';
import { Display } from './Display.tsx';
import { MyData } from './MyData.tsx';
import { Sessions } from './Sessions.tsx';
import { Tokens } from './Tokens.tsx';

const TABS = { data: MyData, sessions: Sessions, tokens: Tokens, display: Display };
const KEYS = Object.keys(TABS) as (keyof typeof TABS)[];

/** One's own data and settings; the open tab stands in the address bar. */
export default function Profile() {
  const { common, web } = useText();
  const [params, setParams] = useSearchParams();
  const open = KEYS.find((key) => key === params.get('tab')) ?? 'data';
  const Panel = TABS[open];
  return (
    <Page title={common.menu.profile}>
      <Paper>
        <Tabs
          value={open}
          onChange={(_, key: string) => setParams({ tab: key })}
          variant="scrollable"
          aria-label={common.menu.profile}
        >
          {KEYS.map((key) => (
            <Tab key={key} value={key} id={`tab-${key}`} aria-controls="tab-panel" label={web.profile.tabs[key]} />
          ))}
        </Tabs>
        <Box role="tabpanel" id="tab-panel" aria-labelledby={`tab-${open}`} sx={{ p: { xs: 2, sm: 3 } }}>
          <Panel />
        </Box>
      </Paper>
    </Page>
  );
}
