import type { Hue } from '@shp/shared/domain/assessment/hues';
import { Box, Text } from 'ink';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Jobs } from '../jobs/jobs.ts';
import { shareText } from '../screens/jobLine.ts';
import type { Tone } from '../session.ts';
import { useUi } from '../ui.ts';

type Notice = { readonly text: string; readonly tone: Tone };
const HUES: Record<Tone, Hue | null> = { good: 'green', bad: 'red', failed: 'red', plain: null };

/** The line above the keys: the last message and the progress of jobs. */
export function Message({ notice, jobs }: { notice: Notice | null; jobs: Jobs }) {
  const { texts, look } = useUi();
  useSyncExternalStore(jobs.subscribe, jobs.snapshot);
  const running = jobs.running();
  const [newest] = running;
  const hue = notice && HUES[notice.tone];
  return (
    <Box height={1} justifyContent="space-between" flexShrink={0}>
      <Box flexShrink={1}>
        <Text wrap="truncate-end" {...(hue ? look.text(hue) : {})}>
          {notice?.tone === 'bad' || notice?.tone === 'failed' ? '! ' : ''}
          {notice?.text ?? ''}
        </Text>
      </Box>
      {newest && (
        <Box flexShrink={0} marginLeft={2}>
          <Text bold>{texts.tui.jobs.running(running.length, newest.title(texts), shareText(newest, texts))}</Text>
        </Box>
      )}
    </Box>
  );
}

const MESSAGE_MS = 6_000;

/** The last message; it disappears after a while, and all but a failure with the next key. */
export function useNotice(): [Notice | null, (text: string, tone?: Tone) => void, () => void, () => void] {
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  const say = useCallback((text: string, tone: Tone = 'plain') => setNotice({ text, tone }), []);
  const clear = useCallback(() => setNotice(null), []);
  const acted = useCallback(() => setNotice((shown) => (shown?.tone === 'failed' ? shown : null)), []);
  return [notice, say, clear, acted];
}
