import type { OfflineText } from '@shp/shared/text/en/history/offlineVerify';
import { checkBundle, type Shown } from '@shp/shared/trust/bundle';
import { plainSm3 } from '@shp/shared/trust/history';

/*
 * The script of verify.html, which checks a conclusion's bundle without a server: one file without imports once built,
 * for browsers of 2021. The server writes the data that it reads into the page (server/src/http/offlinePage.ts).
 */

type Data = {
  readonly texts: OfflineText;
  readonly keys: readonly { readonly id: string; readonly since: string; readonly until: string | null }[];
};

const data = JSON.parse(element('data').textContent ?? '') as Data;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no element ${id}`);
  return found;
}

function made(tag: string, text: string, className = ''): HTMLElement {
  const one = document.createElement(tag);
  one.textContent = text;
  one.className = className;
  return one;
}

/** The bundle in a file: the bundle itself, or an answer that carries it. */
function bundleIn(text: string): unknown {
  try {
    const value = JSON.parse(text) as { bundle?: unknown } | null;
    return value?.bundle ?? value;
  } catch {
    return null;
  }
}

function show(kind: 'genuine' | 'ended' | 'altered', verdict: string, hint: string, facts: [string, unknown][]): void {
  const box = made('div', '', `verdict ${kind}`);
  box.setAttribute('role', 'status');
  box.append(made('h3', verdict), made('p', hint));
  const list = made('dl', '');
  for (const [name, value] of facts) {
    if (value === null || value === undefined || value === '') continue;
    const row = made('div', '');
    row.append(made('dt', name), made('dd', String(value)));
    list.append(row);
  }
  const result = element('result');
  result.textContent = '';
  result.append(box, list);
}

function check(text: string): void {
  const { texts, keys } = data;
  const began = performance.now();
  const verdict = checkBundle(plainSm3, bundleIn(text));
  element('result').dataset.proofMs = String(performance.now() - began);
  if (!verdict.ok) {
    show('altered', texts.altered, texts.faults[verdict.fault], []);
    return;
  }
  const { print, digest, key } = verdict;
  const unit = (print.unit ?? {}) as Shown;
  const facts: [string, unknown][] = [
    [texts.number, print.number],
    [texts.station, unit.name],
    [texts.level, texts.levels[String(print.level)] ?? print.level],
    [texts.status, texts.statuses[String(print.status)] ?? print.status],
    [texts.score, print.score],
    [texts.conclusion, print.managerConclusion],
    [texts.manager, print.manager],
    [texts.concludedAt, print.concludedAt],
    [texts.validUntil, print.validUntil],
    [texts.digest, digest],
    [texts.key, key],
  ];
  const isKnown = keys.some(({ id }) => id === key);
  if (isKnown) show('genuine', texts.genuine, texts.genuineHint, facts);
  else show('ended', texts.unknownKey, texts.unknownKeyHint, facts);
}

const input = element('file') as HTMLInputElement;
input.addEventListener('change', () => {
  const file = input.files?.[0];
  if (file) void file.text().then(check);
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) void file.text().then(check);
});
