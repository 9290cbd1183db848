import TableChart from '@mui/icons-material/TableChart';
import type { Assessment } from '@shp/shared/api/objects';
import { OFFICE_FORMATS, type OfficeFormat } from '@shp/shared/domain/lib/sheetFormats';
import { allItems } from '@shp/shared/domain/standard/standard';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Owner, queries } from '../../../core/assessmentQueries.ts';
import { useReviewText } from '../../../core/i18n/reviewTexts.ts';
import { lazyWithPreload } from '../../../core/lazyWithPreload.tsx';
import { usePreferences } from '../../../core/preferences.ts';
import type { ScoreState } from '../../../outbox/senders.ts';
import { MenuButton } from '../../../ui/menu/MenuButton.tsx';
import { OfflineBoundary } from '../../../ui/OfflineBoundary.tsx';
import { saveFile } from '../../../ui/saveFile.ts';
import { standardOf } from '../useChapters.ts';

const ImportSheet = lazyWithPreload(() => import('./ImportSheet.tsx'));

type Props = {
  assessment: Assessment;
  owner: Owner;
  serials: readonly string[];
  /** An item's current score, unsent edits included. */
  read: (serial: string) => ScoreState | undefined;
  /** Absent if import is not allowed. */
  change?: ((serial: string, state: ScoreState) => void) | undefined;
};

/** Exports and imports the score sheet, for work without a network. */
export function ScoreSheet({ assessment: { id, number }, owner, serials, read, change }: Props) {
  const { review } = useReviewText();
  const { lang } = usePreferences();
  const cache = useQueryClient();
  const [importing, setImporting] = useState(false);
  // Undoing an import asks for the scores of that moment.
  const latest = useRef(read);
  useLayoutEffect(() => {
    latest.current = read;
  });

  /** The whole standard, and the score of every item. */
  async function whole() {
    const chapters = serials.map((s1) => cache.ensureQueryData(queries.chapter(id, s1)));
    const stored = serials.map((s1) => cache.ensureQueryData(queries.scores(id, owner, s1)));
    const states = new Map((await Promise.all(stored)).flat().map((item): [string, ScoreState] => [item.serial, item]));
    const standard = standardOf(await Promise.all(chapters));
    for (const { serial } of allItems(standard)) {
      const own = latest.current(serial);
      if (own) states.set(serial, own);
    }
    return { standard, states };
  }

  async function save(format: OfficeFormat) {
    const { encodeScores } = await import('./encodeScores.ts');
    saveFile(`${review.sheet.name(number)}.${format}`, await encodeScores(await whole(), format, lang));
  }

  return (
    <>
      <MenuButton
        icon={<TableChart />}
        label={review.sheet.export}
        items={[
          ...OFFICE_FORMATS.map((format) => ({ label: review.sheet.exportAs[format], onChoose: () => save(format) })),
          ...(change ? [{ label: review.sheet.import, onChoose: () => setImporting(true) }] : []),
        ]}
      />
      {importing && change && (
        <OfflineBoundary part={ImportSheet}>
          <ImportSheet.Part whole={whole} change={change} onClose={() => setImporting(false)} />
        </OfflineBoundary>
      )}
    </>
  );
}
