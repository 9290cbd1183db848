import Box from '@mui/material/Box';
import type { Assessment } from '@shp/shared/api/objects';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { StatusChip } from '../ui/StatusChip.tsx';

type Fold = {
  readonly assessment: Assessment | null;
  /** Whether the page's head is scrolled out of view. */
  readonly folded: boolean;
  /** Ref of the head. */
  readonly watch: (head: HTMLElement | null) => (() => void) | undefined;
};

export const FoldContext = createContext<Fold>({ assessment: null, folded: false, watch: () => undefined });

/** Knows whether the head of an assessment's page is in view. */
export function Folding({ assessment, children }: { assessment: Assessment; children: ReactNode }) {
  const [folded, setFolded] = useState(false);
  const watch = useCallback((head: HTMLElement | null) => {
    if (!head) return undefined;
    const observer = new IntersectionObserver(([entry]) => setFolded(entry ? !entry.isIntersecting : false));
    observer.observe(head);
    return () => observer.disconnect();
  }, []);
  const fold = useMemo(() => ({ assessment, folded, watch }), [assessment, folded, watch]);
  return <FoldContext value={fold}>{children}</FoldContext>;
}

/** The head folded into the sticky tabs: the station's name and the status, while the head itself is out of view. */
export function FoldedHead() {
  const { assessment, folded } = useContext(FoldContext);
  if (!assessment || !folded) return null;
  return (
    <Box aria-hidden sx={FOLDED}>
      <Box component="b" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {assessment.station.name}
      </Box>
      <StatusChip status={assessment.status} />
    </Box>
  );
}

/** Beside the tabs, where there is room: a bar that grew would move the page under the reader. */
const FOLDED = {
  display: { xs: 'none', lg: 'flex' },
  // What is beside it stays on this line.
  flex: '1 1 0',
  overflow: 'hidden',
  alignItems: 'center',
  gap: 1,
  minWidth: 0,
  whiteSpace: 'nowrap',
  ml: 1,
  px: 2,
  borderLeft: '1px solid',
  borderColor: 'divider',
} as const;
