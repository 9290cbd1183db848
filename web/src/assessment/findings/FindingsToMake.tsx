import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Assessment, Print } from '@shp/shared/api/objects';
import { FINDING_TEXT_MAX, mergedReasons } from '@shp/shared/domain/findings/finding';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { UNFOLDS } from '../../theme/unfold.ts';
import { Failure } from '../../ui/Failure.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { type FindingDraft, type FindingDrafts, readFindingDrafts, writeFindingDrafts } from './drafts.ts';
import { useFindingText } from './texts.ts';

/** The findings that the conclusion will make: the experts' reasons merged, for the final manager to word. */
export default function FindingsToMake({ assessment }: { assessment: Assessment }) {
  const { common } = useText();
  const { findings } = useFindingText();
  const words = findings.conclude;
  const { id } = assessment;
  const { id: account } = useUser();
  const [drafts, setDrafts] = useState(() => readFindingDrafts(account, id));
  const { data, error, refetch } = useQuery({
    queryKey: ['printDraft', id],
    queryFn: ({ signal }) => client.call('GET assessment/print', { id }, { signal }),
  });
  function change(next: FindingDrafts) {
    writeFindingDrafts(account, id, next);
    setDrafts(next);
  }
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || data.problems.length === 0) return null;
  const edited = Object.keys(drafts).length;
  const counts = [String(data.problems.length), ...(edited > 0 ? [words.edited(edited)] : [])];
  return (
    <Paper component="details" sx={UNFOLDS}>
      <summary>{`${words.title}${common.marks.brackets(counts.join(common.marks.comma))}`}</summary>
      <Typography sx={{ my: 1, color: 'text.secondary' }}>{words.note}</Typography>
      <Box component="ul" aria-label={words.title} sx={LIST}>
        {data.problems.map((problem) => (
          <Line
            key={problem.serial}
            problem={problem}
            draft={drafts[problem.serial]}
            onChange={(draft) => change({ ...drafts, [problem.serial]: draft })}
            onReset={() => change(Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== problem.serial)))}
          />
        ))}
      </Box>
    </Paper>
  );
}

type LineProps = {
  problem: Print['problems'][number];
  draft: FindingDraft | undefined;
  onChange: (draft: FindingDraft) => void;
  onReset: () => void;
};

function Line({ problem, draft, onChange, onReset }: LineProps) {
  const { findings } = useFindingText();
  const words = findings.conclude;
  const { serial, content, lost, reasons } = problem;
  const merged = mergedReasons(reasons) || content;
  const shown = draft ?? { text: merged, advice: '', due: '', merged };
  const change = (part: Partial<FindingDraft>) => onChange({ ...shown, ...part });
  return (
    <Box component="li" sx={LINE}>
      <Typography sx={{ color: 'text.secondary' }}>
        {serial} {content} · {findings.screen.lost(lost.toFixed(1))}
      </Typography>
      <TextField
        label={words.text(serial)}
        value={shown.text}
        onChange={(event) => change({ text: event.target.value })}
        multiline
        slotProps={{ htmlInput: { maxLength: FINDING_TEXT_MAX } }}
      />
      <Box sx={PAIR}>
        <TextField
          label={words.advice(serial)}
          value={shown.advice}
          onChange={(event) => change({ advice: event.target.value })}
          multiline
          slotProps={{ htmlInput: { maxLength: FINDING_TEXT_MAX } }}
        />
        <DateField label={words.due(serial)} value={shown.due} onChange={(due) => change({ due })} />
        {draft && (
          <Button size="small" aria-label={words.reset(serial)} onClick={onReset}>
            {words.short}
          </Button>
        )}
      </Box>
    </Box>
  );
}

const LIST = { listStyle: 'none', m: 0, p: 0 } as const;
const LINE = { py: 1.5, borderTop: '1px solid', borderColor: 'divider', display: 'grid', gap: 1.5 } as const;
const PAIR = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 12rem auto' },
  gap: 1.5,
  alignItems: 'start',
} as const;
