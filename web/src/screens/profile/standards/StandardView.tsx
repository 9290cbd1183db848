import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type Standard, type StandardItem, wordingIn } from '@shp/shared/domain/standard/standard';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '../../../core/client.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { Failure } from '../../../ui/Failure.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useAdministrationText } from '../administrationText.ts';
import { type Difference, differences } from './differences.ts';

/** A version never changes. */
const standardQuery = (version: string) => ({
  queryKey: ['standard/export', version],
  queryFn: async (): Promise<Standard> =>
    (await client.open('GET standard/export', { version, format: 'json' })).json() as Promise<Standard>,
  staleTime: Number.POSITIVE_INFINITY,
});

type Props = { version: string; others: readonly string[] };

/** A version to read: its chapters and elements as a tree, a search, and what differs from another version. */
export function StandardView({ version, others }: Props) {
  const { web } = useText();
  const { standards: text } = useAdministrationText();
  const { lang } = usePreferences();
  const [typed, setTyped] = useState('');
  const [other, setOther] = useState('');
  const { data, error, refetch } = useQuery(standardQuery(version));
  const { data: before } = useQuery({ ...standardQuery(other), enabled: other !== '' });
  const changes = useMemo(
    () => (data && before && other !== '' ? differences(before, data) : null),
    [data, before, other],
  );
  const words = typed.trim().toLowerCase();
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={4} />;

  const isShown = (item: StandardItem) => {
    if (changes && !changes.has(item.serial)) return false;
    if (words === '') return true;
    return [item.serial, item.content, item.contentEn, item.method, item.methodEn].some((one) =>
      one?.toLowerCase().includes(words),
    );
  };
  const open = words !== '' || changes !== null;
  const gone = [...(changes ?? [])].filter(([, one]) => one.kind === 'removed');
  return (
    <Paper component="section" aria-label={text.reading(version)} sx={{ p: 2, mt: 2 }}>
      <Typography variant="h2" gutterBottom>
        {text.reading(version)}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 1 }}>
        <TextField
          type="search"
          label={text.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          sx={{ flex: '1 1 16rem', maxWidth: 420 }}
        />
        {others.length > 0 && (
          <TextField
            select
            label={text.compare}
            value={other}
            onChange={(event) => setOther(event.target.value)}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            sx={{ width: 220 }}
          >
            <option value="">{web.none}</option>
            {others.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </TextField>
        )}
      </Box>
      {changes && <Typography role="status">{text.differ(changes.size)}</Typography>}
      {data.sections.map((chapter) => {
        const elements = chapter.children
          .map((element) => ({ ...element, items: element.items.filter(isShown) }))
          .filter(({ items }) => items.length > 0);
        if (elements.length === 0) return null;
        return (
          <Box component="details" key={`${chapter.serial} ${open}`} open={open} sx={NODE}>
            <summary>
              <b>
                {chapter.serial} {wordingIn(lang, chapter.title, chapter.titleEn)}
              </b>{' '}
              {text.points(chapter.score)}
            </summary>
            {elements.map((element) => (
              <Box component="details" key={`${element.serial} ${open}`} open={open} sx={NODE}>
                <summary>
                  {element.serial} {wordingIn(lang, element.title, element.titleEn)} {text.points(element.score)}
                </summary>
                {element.items.map((item) => (
                  <Item key={item.serial} item={item} change={changes?.get(item.serial)} />
                ))}
              </Box>
            ))}
          </Box>
        );
      })}
      {gone.map(([serial, { before: item }]) => (
        <Typography key={serial} sx={{ mt: 1, color: 'text.secondary', textDecoration: 'line-through' }}>
          {serial} {item && wordingIn(lang, item.content, item.contentEn)}
        </Typography>
      ))}
    </Paper>
  );
}

function Item({ item, change }: { item: StandardItem; change: Difference | undefined }) {
  const { standards: text } = useAdministrationText();
  const { lang } = usePreferences();
  const { serial, content, contentEn, method, methodEn, score, mayBeMissing } = item;
  return (
    <Box sx={{ pl: 3, py: 1, borderTop: '1px solid', borderColor: 'divider' }}>
      <Typography>
        <b>{serial}</b> {wordingIn(lang, content, contentEn)} {text.points(score)}{' '}
        {mayBeMissing && <Chip size="small" variant="outlined" label={text.mayBeMissing} />}{' '}
        {change && <Chip size="small" color="warning" variant="outlined" label={text.changes[change.kind]} />}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {wordingIn(lang, method, methodEn)}
      </Typography>
      {change?.before && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {text.before} {wordingIn(lang, change.before.content, change.before.contentEn)}{' '}
          {text.points(change.before.score)} {wordingIn(lang, change.before.method, change.before.methodEn)}
        </Typography>
      )}
    </Box>
  );
}

const NODE = { mt: 0.5, pl: 1.5, '& > summary': { cursor: 'pointer', py: 0.5 } } as const;
