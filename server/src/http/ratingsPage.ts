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

/** The public list of valid ratings. */
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
  const heads = [text.name, text.division, text.level, dayHead];
  const lines = rows.map(
    ({ station, divisionName, level, day, number }) =>
      `<tr><th scope="row">${plain(station)} <small>${number}</small></th><td>${plain(divisionName)}</td><td>${plain(texts[lang].levels[level])}</td><td><span class="head" aria-hidden="true">${plain(dayHead)}</span> ${day}</td></tr>`,
  );
  return `<table><thead><tr>${heads.map((head) => `<th scope="col">${plain(head)}</th>`).join('')}</tr></thead><tbody>
${lines.join('\n')}
</tbody></table>`;
}

function search({ name = '', division = '', level, size }: Input, lang: Lang): string {
  const text = TEXT[lang];
  const option = (value: string, label: string, chosen: boolean) =>
    `<option value="${value}"${chosen ? ' selected' : ''}>${plain(label)}</option>`;
  const divisions = DIVISIONS.map(({ code }) => option(code, divisionPath(code), code === division));
  const levels = LEVELS.map((one) => option(String(one), texts[lang].levels[one], String(one) === level));
  return `<form action="${PATH}" class="search">
<input type="hidden" name="lang" value="${lang}"><input type="hidden" name="size" value="${size}">
<div><label for="name">${plain(text.name)}</label>
<input id="name" name="name" value="${plain(name)}" maxlength="100" autocomplete="off"></div>
<div><label for="division">${plain(text.division)}</label>
<select id="division" name="division">${option('', text.anywhere, division === '')}${divisions.join('')}</select></div>
<div><label for="level">${plain(text.level)}</label>
<select id="level" name="level">${option('', text.anyLevel, !level)}${levels.join('')}</select></div>
<button>${plain(text.search)}</button>
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

/** A list needs more room than a form: a narrow picture; on a phone each row stands as a card. */
const STYLE = `
main { width: min(760px, 100%); }
h2:not(:first-child) { margin-top: 32px; }
select { width: 100%; height: 44px; box-sizing: border-box; padding: 0 8px; font: inherit; font-size: 1rem; color: var(--text); background: var(--card);
  border: 1px solid var(--border); border-radius: 6px; }
table { width: 100%; border-collapse: collapse; margin-bottom: 16px; }
th, td { padding: 10px 8px; text-align: left; border-bottom: 1px solid var(--line); }
th:first-child { padding-left: 0; }
th[scope=row] { font-weight: 600; }
th small { display: block; font-size: 0.75rem; font-weight: 400; color: var(--soft); }
td:nth-last-child(-n+2) { white-space: nowrap; }
thead th { color: var(--soft); font-weight: 400; white-space: nowrap; }
.head { display: none; }
.pager { display: flex; justify-content: center; gap: 16px; }
@media (min-width: 600px) {
  .search { display: grid; grid-template-columns: 2fr 2fr 1fr auto; gap: 12px; align-items: end; }
  .search label { margin-top: 0; }
  .search button { padding: 0 20px; }
}
@media screen and (min-width: 900px) {
  body { grid-template-columns: minmax(260px, 3fr) minmax(0, 7fr); }
  main { margin-top: 40px; }
}
@media (max-width: 599px) {
  .search button { margin-top: 16px; }
  thead { display: none; }
  tr { display: flex; flex-wrap: wrap; column-gap: 16px; padding: 10px 0; border-bottom: 1px solid var(--line); }
  th, td { padding: 2px 0; border: 0; }
  th { flex: 1 0 100%; }
  .head { display: inline; color: var(--soft); }
}
`;
