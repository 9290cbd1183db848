import type { User } from '@shp/shared/api/objects';
import { shownText } from '@shp/shared/sheets/column';
import { USER_COLUMNS } from '@shp/shared/sheets/users';
import type { Texts } from '../../texts.ts';

/** An expert's specialties and employer, whole. */
export function expertiseOf(user: User, { lang, common }: Texts): string {
  return ['specialties', 'unit']
    .flatMap((key) => USER_COLUMNS.experts.find((column) => column.key === key) ?? [])
    .map((column) => shownText(column, user, lang, common.marks.list))
    .join('  ');
}
