import { USER_KINDS } from '@shp/shared/domain/accounts/roles';
import { FORM_PATHS } from '@shp/shared/domain/assessment/form';
import { assessmentExportColumns } from '@shp/shared/sheets/assessments';
import type { Heading } from '@shp/shared/sheets/column';
import { FINDING_COLUMNS } from '@shp/shared/sheets/findings';
import { IMPORT_COLUMNS, SCORE_COLUMNS, USER_COLUMNS } from '@shp/shared/sheets/index';
import { common as en } from '@shp/shared/text/en/common';
import { rules as enRules } from '@shp/shared/text/en/rules';
import { formLabel } from '@shp/shared/text/problems';
import { common as zh } from '@shp/shared/text/zh/common';
import { rules as zhRules } from '@shp/shared/text/zh/rules';

type Row = { readonly key: string; readonly heading: Heading; readonly type?: string; readonly required?: boolean };

/** The page docs/generated/columns.md: every column of exported and imported files, and the fields of the form. */
export function columnsDocs(): string {
  const users = USER_KINDS.flatMap((kind) => {
    const name = `${zh.kinds[kind]} · ${en.kinds[kind]}`;
    return [
      ...section(`${name}: export`, USER_COLUMNS[kind]),
      ...section(`${name}: import (* every account needs it)`, IMPORT_COLUMNS[kind]),
    ];
  });
  const form = FORM_PATHS.map((path) => ({
    key: path,
    heading: { zh: formLabel(path, zhRules), en: formLabel(path, enRules) },
  }));
  return `${[
    '# Columns of files and fields of the form',
    'Made from `shared/src/sheets` and `shared/src/domain` by `npm run docs`. Keys are those of the API.',
    ...users,
    ...section('评审 · Assessments: export', assessmentExportColumns(['1'])),
    ...section('评分表 · Score sheet', SCORE_COLUMNS),
    ...section('问题 · Findings: export', FINDING_COLUMNS),
    ...section('申报表 · Application form', form),
  ].join('\n\n')}\n`;
}

function section(title: string, rows: readonly Row[]): string[] {
  const lines = rows.map(
    ({ key, heading, type = '', required }) =>
      `| ${key}${required ? ' *' : ''} | ${heading.zh} | ${heading.en} | ${type} |`,
  );
  return [`## ${title}`, ['| key | 中文 | English | type |', '|---|---|---|---|', ...lines].join('\n')];
}
