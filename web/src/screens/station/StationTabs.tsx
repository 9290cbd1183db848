import Chip from '@mui/material/Chip';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { Assessment, FileItem } from '@shp/shared/api/objects';
import type { Form } from '@shp/shared/domain/form';
import { formProblems } from '@shp/shared/domain/submission';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { missingCategories } from '../../review/files/missingCategories.ts';
import { queries } from '../../review/queries.ts';
import { useReviewText } from '../../review/texts.ts';

export const TABS = ['form', 'score', 'files', 'submit'] as const;
export type TabName = (typeof TABS)[number];

type Props = {
  assessment: Assessment;
  form: Form;
  files: readonly FileItem[] | undefined;
  open: TabName;
  onOpen: (tab: TabName) => void;
};

/** The tabs of the station's page; each says, while something can be done, how many places it still has to complete. */
export function StationTabs({ assessment: { id, permissions }, form, files, open, onOpen }: Props) {
  const { review } = useReviewText();
  const { data: titles } = useQuery(queries.titles(id));
  const inForm = useMemo(() => formProblems(form).length, [form]);
  const left: Record<TabName, number> = {
    form: inForm,
    score: titles?.reduce((sum, { items, stationScored }) => sum + items - stationScored, 0) ?? 0,
    files: files ? missingCategories(form, files).length : 0,
    submit: 0,
  };
  return (
    <Tabs value={open} onChange={(_, tab: TabName) => onOpen(tab)} variant="scrollable" aria-label={review.pageParts}>
      {TABS.map((tab) => {
        const count = permissions.editForm ? left[tab] : 0;
        return (
          <Tab
            key={tab}
            value={tab}
            id={`station-${tab}`}
            aria-controls="station-panel"
            aria-label={count > 0 ? review.tabProblems(review.tabs[tab], count) : undefined}
            label={review.tabs[tab]}
            {...(count > 0 ? { icon: <Chip size="small" label={count} />, iconPosition: 'end' } : {})}
            sx={{ minHeight: 48, minWidth: 0, px: { xs: 1.25, sm: 2 } }}
          />
        );
      })}
    </Tabs>
  );
}
