import type { Output, Parsed } from '@shp/shared/api/index';
import { dayOf } from '@shp/shared/domain/lib/days';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { clockText } from '@shp/shared/sheets/days';
import { texts } from '@shp/shared/text/common';
import { offlineVerify as offlineEn } from '@shp/shared/text/en/history/offlineVerify';
import { verify as en } from '@shp/shared/text/en/verify';
import { offlineVerify as offlineZh } from '@shp/shared/text/zh/history/offlineVerify';
import { verify as zh } from '@shp/shared/text/zh/verify';
import { plain } from './escape.ts';
import { publicPage } from './publicShell.ts';

const TEXT: Record<Lang, typeof en> = { zh, en };
const OFFLINE: Record<Lang, typeof offlineEn> = { zh: offlineZh, en: offlineEn };

type Answer = Output<'GET verify'>;
type Input = Parsed<'GET verify'>;
type Genuine = Extract<Answer, { number: string }>;
type Kind = 'genuine' | 'failed' | 'ended' | 'revoked' | 'unknown' | 'altered' | 'incomplete';

/**
 * The page behind the QR code of a printed conclusion, where people may also type its number and code. It looks like the
 * login page; plain, without scripts, for any telephone. Null for the bundle, which is a file of JSON.
 */
export function verifyPage(answer: Answer, browserLang: Lang, now: string, input: Input): string | null {
  if ('bundle' in answer) return null;
  const lang = input.lang ?? browserLang;
  const text = TEXT[lang];
  const kind = kindOf(answer, now, input);
  const { verdict, hint } = text[kind];
  const facts = 'number' in answer ? factsOf(answer, lang, now) : [];
  const asked = 'number' in answer ? {} : typed(input);
  return publicPage({
    lang,
    title: [verdict, text.title].filter(Boolean).join(' – '),
    heading: text.title,
    path: '/api/verify',
    query: typed(input),
    main: `${verdict === '' ? `<p class="soft">${plain(hint)}</p>` : verdictOf(kind, verdict, hint)}
${facts.length > 0 ? `<dl>\n${facts.map(([name, value]) => `<div><dt>${plain(name)}</dt><dd>${plain(value)}</dd></div>`).join('\n')}\n</dl>` : ''}
${facts.length > 0 ? `<details><summary>${plain(text.another)}</summary>${form(lang, {})}</details>` : form(lang, asked)}
${'number' in answer ? `<p class="links">${proofLink(answer.number, lang, input)}</p>` : ''}
<p class="links"><a href="/verify.html?lang=${lang}">${plain(OFFLINE[lang].open)}</a></p>
<p class="links"><a href="/">${plain(text.console)}</a></p>`,
  });
}

/** What to say about a conclusion. Only one that passed ever has a last valid day. */
function kindOf(answer: Answer, now: string, input: Input): Kind {
  if (!('number' in answer))
    return answer.reason ?? (input.number.trim() === '' || input.digest.trim() === '' ? 'incomplete' : 'unknown');
  const { status, validUntil } = answer;
  if (status === 'revoked') return 'revoked';
  if (validUntil === null) return 'failed';
  return validUntil < dayOf(now) ? 'ended' : 'genuine';
}

const verdictOf = (kind: Kind, verdict: string, hint: string) =>
  `<div class="verdict ${kind}" role="status"><h3><span aria-hidden="true">${SIGNS[kind]}</span> ${plain(verdict)}</h3><p>${plain(hint)}</p></div>`;

const SIGNS: Record<Kind, string> = {
  genuine: '✓',
  failed: '!',
  ended: '!',
  revoked: '!',
  unknown: '✗',
  altered: '✗',
  incomplete: '',
};

type Typed = { number?: string; digest?: string };

/** The typed number and code, for correction; only if they look like such, so that the page repeats no other input. */
function typed({ number, digest }: Input): Typed {
  return {
    ...(/^[\w\s-]{1,40}$/.test(number) && { number: number.trim() }),
    ...(/^[0-9a-f\s]{1,100}$/i.test(digest) && { digest: digest.trim() }),
  };
}

/** Saves the bundle, which the check without a server takes. */
function proofLink(number: string, lang: Lang, input: Input): string {
  const query = new URLSearchParams({ ...typed(input), bundle: 'true' });
  return `<a href="/api/verify?${plain(String(query))}" download="${plain(number)}.json">${plain(OFFLINE[lang].saveProof)}</a>`;
}

function form(lang: Lang, { number = '', digest = '' }: Typed): string {
  const text = TEXT[lang];
  const common = 'autocomplete="off" autocapitalize="characters" spellcheck="false" required';
  return `<form action="/api/verify">
<input type="hidden" name="lang" value="${lang}">
<label for="number">${plain(text.number)}</label>
<input id="number" name="number" value="${plain(number)}" maxlength="40" placeholder="GXXSD-2026-000001" ${common}>
<label for="digest">${plain(text.digest)}</label>
<input id="digest" name="digest" value="${plain(digest)}" maxlength="100" aria-describedby="digest-hint" ${common}>
<p class="soft" id="digest-hint">${plain(text.digestHint)}</p>
<button>${plain(text.check)}</button>
</form>`;
}

function factsOf(
  { number, station, level, status, validUntil }: Genuine,
  lang: Lang,
  now: string,
): [name: string, value: string][] {
  const text = TEXT[lang];
  return [
    [text.number, number],
    [text.station, station],
    [text.level, texts[lang].levels[level]],
    [text.status, texts[lang].statuses[status]],
    ...(validUntil === null ? [] : [[text.validUntil, validUntil] as [string, string]]),
    [text.checkedAt, clockText(now) ?? now],
  ];
}
