import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dayOf } from '@shp/shared/domain/lib/days';
import { LANGS, type Lang, langOf } from '@shp/shared/domain/lib/lang';
import { texts } from '@shp/shared/text/common';
import { offlineVerify as en } from '@shp/shared/text/en/history/offlineVerify';
import { offlineVerify as zh } from '@shp/shared/text/zh/history/offlineVerify';
import type { HistoryKey } from '@shp/shared/trust/history';
import type { FastifyInstance } from 'fastify';
import { listKeys } from '../audit/signing/keys.ts';
import type { Db } from '../store/schema/schema.ts';
import { plain } from './escape.ts';
import { publicPage } from './publicShell.ts';

const TEXT: Record<Lang, typeof en> = { zh, en };

/** The built script: beside the bundle of the command, or in its workspace where the server runs from its sources. */
const SCRIPT = ['./verify.js', '../../../cli/dist/verify.js']
  .map((place) => fileURLToPath(new URL(place, import.meta.url)))
  .find((file) => existsSync(file));

/**
 * The page that checks a conclusion's bundle without a server, at `/verify.html` and `/api/verify.html`: one file
 * without any other, to be saved. It knows the keys that are listed when it is saved.
 */
export function addOfflinePage(app: FastifyInstance, db: Db): void {
  if (SCRIPT === undefined) return;
  const script = readFileSync(SCRIPT, 'utf8').trim();
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  for (const url of ['/verify.html', '/api/verify.html']) {
    app.get<{ Querystring: { lang?: string } }>(url, async (request, reply) => {
      const asked = LANGS.find((one) => one === request.query.lang);
      return reply
        .header('Content-Type', 'text/html; charset=utf-8')
        .header('Cache-Control', 'no-store')
        .header('Vary', 'Accept-Language')
        .header('Content-Security-Policy', policy)
        .send(offlinePage(asked ?? langOf(request.headers['accept-language']), await listKeys(db), script));
    });
  }
}

function offlinePage(lang: Lang, keys: readonly HistoryKey[], script: string): string {
  const { since, until, ...text } = TEXT[lang];
  const { levels, statuses } = texts[lang];
  const data = JSON.stringify({ texts: { ...text, levels, statuses }, keys });
  const listed = keys.map(
    (key) =>
      `<li><code>${key.id}</code><br>${since(dayOf(key.since))}${key.until === null ? '' : ` ${until(dayOf(key.until))}`}</li>`,
  );
  return publicPage({
    lang,
    title: text.title,
    path: '',
    style:
      '#file { height: auto; padding: 10px 12px; } #file::file-selector-button { margin-right: 12px; padding: 6px 12px; font: inherit; color: var(--brand); background: none; border: 1px solid var(--border); border-radius: 6px; cursor: pointer; } code { overflow-wrap: anywhere; } ul { padding-left: 20px; }',
    main: `<p class="soft">${plain(text.hint)}</p>
<label for="file">${plain(text.file)}</label>
<input id="file" type="file" accept=".json,application/json">
<div id="result" aria-live="polite"></div>
<details><summary>${plain(text.keys)}</summary><ul>${listed.join('') || `<li>${plain(text.noKeys)}</li>`}</ul></details>`,
    saved: `<script type="application/json" id="data">${data.replaceAll('<', '\\u003c')}</script>
<script>${script}</script>`,
  });
}
