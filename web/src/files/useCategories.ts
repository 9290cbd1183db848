import type { Output } from '@shp/shared/api/index';
import { FILE_RULES } from '@shp/shared/domain/assessment/files';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../core/client.ts';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { usePreferences } from '../core/preferences.ts';

export type Category = Output<'GET file/category'>[number];

/** The file categories of a level from the server; built-in ones until its response. */
export function useCategories(level: Level): readonly Category[] {
  const { rules } = useReviewText();
  const { lang } = usePreferences();
  const own = useMemo(
    () => FILE_RULES.map((rule) => ({ ...rule, title: rules.fileCategories[rule.id], levels: [...rule.levels] })),
    [rules],
  );
  const { data = own } = useQuery({
    queryKey: ['file/category', lang],
    queryFn: ({ signal }) => client.call('GET file/category', {}, { signal }),
    staleTime: 5 * 60_000,
  });
  return useMemo(() => data.filter(({ levels }) => levels.includes(level)), [data, level]);
}
