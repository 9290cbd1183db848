import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { type Duty, hasDuty } from '@shp/shared/domain/accounts/duties';
import { type ComponentType, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { NeedsDuty } from '../../ui/fields/NeedsDuty.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { offlineSafe } from '../../ui/OfflineBoundary.tsx';
import { Page } from '../../ui/Page.tsx';
import { ScrollingTabs } from '../../ui/ScrollingTabs.tsx';
import { Display } from './Display.tsx';
import { MyData } from './MyData.tsx';
import { useProfileText } from './profileText.ts';
import { Sessions } from './Sessions.tsx';
import { Tokens } from './Tokens.tsx';

const OWN = {
  data: MyData,
  notices: offlineSafe(() => import('./notices/Notices.tsx')),
  sessions: Sessions,
  factors: offlineSafe(() => import('./factors/Factors.tsx')),
  tokens: Tokens,
  display: Display,
};
const ADMINISTRATION = {
  settings: offlineSafe(() => import('./settings/Settings.tsx')),
  audit: offlineSafe(() => import('./audit/Audit.tsx')),
  standards: offlineSafe(() => import('./standards/Standards.tsx')),
};
/** What an administrator needs for a tab. */
const DUTY_OF: Partial<Record<Key, Duty>> = { settings: 'system', audit: 'audit', standards: 'system' };
type Key = keyof typeof OWN | keyof typeof ADMINISTRATION;

/** The user's data and settings or, for administrators, those of the system; the address holds the open tab. */
export default function Profile() {
  const { common, web } = useText();
  const words = useProfileText();
  const user = useUser();
  const { role } = user;
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab') ?? '';
  const administers = role === 'admin' && Object.hasOwn(ADMINISTRATION, asked);
  const tabs: Partial<Record<Key, ComponentType>> = administers ? ADMINISTRATION : OWN;
  const keys = Object.keys(tabs) as Key[];
  const open = keys.find((key) => key === asked) ?? 'data';
  const Panel = tabs[open] ?? MyData;
  const duty = DUTY_OF[open];
  const title = administers ? web.header.administration : common.menu.profile;
  return (
    <Page title={title}>
      <Paper>
        <ScrollingTabs
          label={title}
          prefix="tab"
          panelId="tab-panel"
          tabs={keys.map((key) => ({ name: key, label: words.tabs[key] }))}
          open={open}
          onOpen={(key) => setParams({ tab: key })}
        />
        <Box role="tabpanel" id="tab-panel" aria-labelledby={`tab-${open}`} sx={PANEL}>
          <Suspense fallback={<Loading />}>
            {duty !== undefined && !hasDuty(user, duty) ? <NeedsDuty duty={duty} /> : <Panel />}
          </Suspense>
        </Box>
      </Paper>
    </Page>
  );
}

/** Its content stands at the edge of the tabs' names. */
const PANEL = { px: { xs: 1.25, sm: 2 }, py: { xs: 2, sm: 3 } } as const;
