import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Output } from '@shp/shared/api/index';
import type { Assessment } from '@shp/shared/api/objects';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Head } from '../../review/Head.tsx';
import { queries } from '../../review/queries.ts';
import { useTab } from '../../review/useTab.ts';
import { useUser } from '../../session.ts';
import { Page } from '../../ui/Page.tsx';
import { Review } from './Review.tsx';
import { useExpertText } from './texts.ts';
import type { Title } from './useReview.ts';

export type Expert = Output<'GET assessment/experts'>[number];

type Props = { assessment: Assessment; titles: readonly Title[]; experts: readonly Expert[] };

/** An expert's own review of an assessment; an administrator chooses whose. */
export function ExpertPage({ assessment, titles, experts }: Props) {
  const expert = useExpertText();
  const user = useUser();
  const { data: events } = useQuery(queries.events(assessment.id));
  const ids = experts.map(({ id }) => id);
  const [chosen, choose] = useTab('expertSelectScore', [ids[0] ?? '', ...ids.slice(1)]);
  const whose = experts.find(({ id }) => id === (user.role === 'expert' ? user.id : chosen));
  return (
    <Page title={assessment.number}>
      <Head assessment={assessment} events={events}>
        <Button component={Link} to={`/assessments/${encodeURIComponent(assessment.id)}/print-conclusion`}>
          {expert.print}
        </Button>
      </Head>
      {user.role !== 'expert' && whose && (
        <TextField
          select
          label={expert.whose}
          value={whose.id}
          onChange={(event) => choose(event.target.value)}
          sx={{ mb: 1, maxWidth: 360 }}
        >
          {experts.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {whose ? (
        <Review key={whose.id} assessment={assessment} events={events ?? []} titles={titles} expert={whose} />
      ) : (
        <Alert severity="info">{expert.nobody}</Alert>
      )}
    </Page>
  );
}
