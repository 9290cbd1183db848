import type { Output } from '@shp/shared/api/index';
import { dayOf } from '@shp/shared/domain/lib/days';
import { LANG_TAGS, type Lang } from '@shp/shared/domain/lib/lang';
import { texts } from '@shp/shared/text/common';
import { verify as en } from '@shp/shared/text/en/verify';
import { verify as zh } from '@shp/shared/text/zh/verify';

const TEXT: Record<Lang, typeof en> = { zh, en };

type Answer = Output<'GET verify'>;
type Genuine = Extract<Answer, { number: string }>;

/** The page behind the QR code of a printed conclusion: plain, without scripts, for any telephone. */
export function verifyPage(answer: Answer, lang: Lang, now: string): string {
  const text = TEXT[lang];
  const kind = !('number' in answer) ? 'unknown' : hasEnded(answer, now) ? 'ended' : 'genuine';
  const { verdict, hint } = text[kind];
  const facts = 'number' in answer ? factsOf(answer, lang) : [];
  return `<!doctype html>
<html lang="${LANG_TAGS[lang]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${plain(`${verdict} – ${text.title}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p>${plain(texts[lang].title)}</p>
<h1>${plain(text.title)}</h1>
<h2 class="${kind}"><span aria-hidden="true">${SIGNS[kind]}</span> ${plain(verdict)}</h2>
<p>${plain(hint)}</p>
${facts.length > 0 ? `<dl>\n${facts.map(([name, value]) => `<dt>${plain(name)}</dt><dd>${plain(value)}</dd>`).join('\n')}\n</dl>` : ''}
</main>
</body>
</html>
`;
}

/** Revoked, or past its last valid day. A review that was not passed never had one. */
function hasEnded({ status, validUntil }: Genuine, now: string): boolean {
  return validUntil !== null && (status === 'revoked' || validUntil < dayOf(now));
}

function factsOf({ number, station, level, status, validUntil }: Genuine, lang: Lang): [name: string, value: string][] {
  const text = TEXT[lang];
  return [
    [text.number, number],
    [text.station, station],
    [text.level, texts[lang].levels[level]],
    [text.status, texts[lang].statuses[status]],
    ...(validUntil === null ? [] : [[text.validUntil, validUntil] as [string, string]]),
  ];
}

/** Escapes text for HTML. */
function plain(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const SIGNS = { genuine: '✓', ended: '!', unknown: '✗' };

const STYLE = `
:root { color-scheme: light dark; --yes: #146c2e; --no: #b3261e; --line: #d0d4d9; --page: #fff; --ink: #1b1c1e; }
@media (prefers-color-scheme: dark) {
  :root { --yes: #7fd88f; --no: #ffb4ab; --line: #45484d; --page: #15171a; --ink: #e4e5e7; }
}
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.25rem; margin: 1.5rem 0 0; }
.genuine { color: var(--yes); }
.ended, .unknown { color: var(--no); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.5rem 1.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
dd { margin: 0; }
`;
