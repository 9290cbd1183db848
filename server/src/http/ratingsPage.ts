import type { Output, Parsed } from '@shp/shared/api/index';
import { DIVISIONS, divisionPath } from '@shp/shared/domain/accounts/divisions';
import { LEVELS } from '@shp/shared/domain/assessment/statuses';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { texts } from '@shp/shared/text/common';
import { ratings as en, type RatingsText } from '@shp/shared/text/en/public/ratings';
import { ratings as zh } from '@shp/shared/text/zh/public/ratings';
import { plain } from './escape.ts';
import { publicPage } from './publicShell.ts';

const TEXT: Record<Lang, RatingsText> = { zh, en };
const PATH = '/api/public/ratings';

type Answer = Output<'GET public/ratings'>;
type Input = Parsed<'GET public/ratings'>;

/** The list of valid ratings for anybody. */
export function ratingsPage(answer: Answer, browserLang: Lang, _now: string, input: Input): string {
  const lang = input.lang ?? browserLang;
  const text = TEXT[lang];
  const main = answer.published ? listOf(answer, input, lang) : `<p class="soft">${plain(text.notPublished)}</p>`;
  return publicPage({
    lang,
    title: text.title,
    path: PATH,
    query: queryOf(input),
    main: `${main}
${proposalsOf(answer, lang)}<p class="links"><a href="/api/verify?lang=${lang}">${plain(text.verify)}</a></p>`,
    style: STYLE,
  });
}

function queryOf({ name, division, level, page, size }: Input): Record<string, string> {
  return {
    ...(name && { name }),
    ...(division && { division }),
    ...(level && { level }),
    ...(page > 1 && { page: String(page) }),
    size: String(size),
  };
}

function listOf({ total, items }: Answer, input: Input, lang: Lang): string {
  const text = TEXT[lang];
  const table = tableOf(
    text.validUntil,
    items.map((row) => ({ ...row, day: row.validUntil })),
    lang,
  );
  return `${search(input, lang)}
<p role="status">${plain(total === 0 ? text.none : text.count(total))}</p>
${total === 0 ? '' : table}
${pager(total, input, lang)}`;
}

function proposalsOf({ proposals, objectionsTo }: Answer, lang: Lang): string {
  if (!proposals) return '';
  const text = TEXT[lang];
  const rows = proposals.map((row) => ({ ...row, day: row.until }));
  const to = objectionsTo ? `<p>${plain(text.objections(objectionsTo))}</p>` : '';
  return `<h2>${plain(text.proposals)}</h2>
${to}${tableOf(text.proposedUntil, rows, lang)}
`;
}

type Row = Pick<Answer['items'][number], 'station' | 'divisionName' | 'level' | 'number'> & { day: string };

function tableOf(dayHead: string, rows: readonly Row[], lang: Lang): string {
  const text = TEXT[lang];
  const heads = [text.name, text.division, text.level, dayHead, text.number];
  const lines = rows.map(
    ({ station, divisionName, level, day, number }) =>
      `<tr><th scope="row">${plain(station)}</th><td>${plain(divisionName)}</td><td>${plain(texts[lang].levels[level])}</td><td>${day}</td><td>${number}</td></tr>`,
  );
  return `<div class="table" tabindex="0"><table><thead><tr>${heads.map((head) => `<th scope="col">${plain(head)}</th>`).join('')}</tr></thead><tbody>
${lines.join('\n')}
</tbody></table></div>`;
}

function search({ name = '', division = '', level, size }: Input, lang: Lang): string {
  const text = TEXT[lang];
  const option = (value: string, label: string, chosen: boolean) =>
    `<option value="${value}"${chosen ? ' selected' : ''}>${plain(label)}</option>`;
  const divisions = DIVISIONS.map(({ code }) => option(code, divisionPath(code), code === division));
  const levels = LEVELS.map((one) => option(String(one), texts[lang].levels[one], String(one) === level));
  return `<form action="${PATH}">
<input type="hidden" name="lang" value="${lang}"><input type="hidden" name="size" value="${size}">
<label for="name">${plain(text.name)}</label>
<input id="name" name="name" value="${plain(name)}" maxlength="100" autocomplete="off">
<label for="division">${plain(text.division)}</label>
<select id="division" name="division">${option('', text.anywhere, division === '')}${divisions.join('')}</select>
<label for="level">${plain(text.level)}</label>
<select id="level" name="level">${option('', text.anyLevel, !level)}${levels.join('')}</select>
<p><button>${plain(text.search)}</button></p>
</form>`;
}

function pager(total: number, input: Input, lang: Lang): string {
  const text = TEXT[lang];
  const pages = Math.ceil(total / input.size);
  if (pages < 2) return '';
  const link = (page: number, label: string) => {
    if (page < 1 || page > pages) return '';
    const query = new URLSearchParams({ ...queryOf({ ...input, page }), lang });
    return `<a href="${PATH}?${plain(String(query))}">${plain(label)}</a>`;
  };
  return `<p class="pager">${link(input.page - 1, text.previous)} <span>${plain(text.page(input.page, pages))}</span> ${link(input.page + 1, text.next)}</p>`;
}

const STYLE = `
main { width: min(760px, 100%); }
select { width: 100%; height: 44px; box-sizing: border-box; padding: 0 8px; font: inherit; font-size: 1rem; color: var(--text); background: var(--card);
  border: 1px solid var(--border); border-radius: 6px; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
th[scope=row] { font-weight: 500; white-space: normal; min-width: 8rem; }
thead th { color: var(--soft); font-weight: 400; }
.pager { display: flex; justify-content: center; gap: 16px; }
`;
