import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANG_TAGS, LANGS, type Lang } from '@shp/shared/domain/lib/lang';
import { texts } from '@shp/shared/text/common';
import { login } from '@shp/shared/text/en/login';
import { CONSOLE_DIST } from './console.ts';
import { plain } from './escape.ts';
import { VERIFY_STYLE } from './verifyStyle.ts';

export type PublicPage = {
  lang: Lang;
  title: string;
  /** The heading inside `main`, where it differs from `title`. */
  heading?: string;
  /** Path and query of the same page, without its language; a saved page has no path. */
  path: string;
  query?: Record<string, string>;
  /** HTML inside `main`, below its heading. */
  main: string;
  style?: string;
  /** For a page to be saved, which loads no other file: HTML at the end of the body. */
  saved?: string;
};

/** A picture of the console inside the page; without a built console an empty one. */
function inlined(name: string): string {
  if (CONSOLE_DIST === undefined) return 'data:,';
  return `data:image/svg+xml;base64,${readFileSync(join(CONSOLE_DIST, name)).toString('base64')}`;
}

/** Emblem and style: as files of the server, or, for a page to be saved, inside it. */
const SERVED = { emblem: '/favicon.svg', style: VERIFY_STYLE };
const withPictures = () => ({
  emblem: inlined('favicon.svg'),
  style: VERIFY_STYLE.replace('/dam.svg', inlined('dam.svg')),
});

/** A public page: looks like the login page, and works on any telephone. */
export function publicPage({ lang, title, heading, path, query, main, style = '', saved }: PublicPage): string {
  const pictures = saved === undefined ? SERVED : withPictures();
  return `<!doctype html>
<html lang="${LANG_TAGS[lang]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${pictures.emblem}" type="image/svg+xml">
<title>${plain(title)}</title>
<style>${pictures.style}${style}</style>
</head>
<body>
<header><img src="${pictures.emblem}" alt="" width="40" height="40"><h1>${plain(texts[lang].title)}</h1></header>
<div class="scene"></div>
<div class="page">
<nav>${LANGS.map((one) => languageLink(one, lang, path, query)).join('\n')}</nav>
<main>
<h2>${plain(heading ?? title)}</h2>
${main}
</main>
</div>
${saved ?? ''}
</body>
</html>
`;
}

function languageLink(one: Lang, shown: Lang, path: string, query?: Record<string, string>): string {
  const name = login.languages[one];
  if (one === shown) return `<span aria-current="true" lang="${LANG_TAGS[one]}">${name}</span>`;
  const asked = new URLSearchParams({ ...query, lang: one });
  return `<a href="${path}?${plain(String(asked))}" lang="${LANG_TAGS[one]}" hreflang="${LANG_TAGS[one]}">${name}</a>`;
}
