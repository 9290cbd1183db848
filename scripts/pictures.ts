// `npm run pictures`: takes the README's three pictures (console, terminal UI, printed conclusion) from a running demo.
import { mkdirSync } from 'node:fs';
import xterm from '@xterm/headless';
import { openStage } from '../tests/browser/harness.ts';
import { SCREENS, show } from '../tests/browser/screens.ts';
import { newDesk } from '../tests/support/desk.ts';
import { closeAll, openAs } from '../tests/terminal/tui.ts';

const FOLDER = 'docs/pictures';
const SIZE = { width: 1200, height: 720 };
const TERMINAL = { cols: 100, rows: 28 };
/** The first colours of a terminal's palette: black, red, green, yellow, blue, magenta, cyan, white. */
const COLOURS = ['#16181d', '#f07178', '#a5d67b', '#ffcb6b', '#7aa2f7', '#c792ea', '#7fdbe6', '#e6e6e6'];
const GREY = 8;

mkdirSync(FOLDER, { recursive: true });
const stage = await openStage();
for (const [name, file] of [
  ['assessments', 'console.png'],
  ['print', 'conclusion.png'],
] as const) {
  const screen = SCREENS.find((one) => one.name === name);
  if (!screen?.role) throw new Error(`no screen ${name}`);
  const { page, leave } = await stage.visitAs(screen.role, { lang: 'zh', width: SIZE.width });
  await page.setViewportSize(SIZE);
  await show(stage, page, screen);
  // The bell loads after the page.
  if (name === 'assessments') await page.getByRole('button', { name: /通知/ }).waitFor();
  await page.screenshot({ path: `${FOLDER}/${file}`, animations: 'disabled' });
  await leave();
}

const desk = await newDesk(stage.url);
const { account } = await stage.person('province_manager');
const tui = await openAs(desk, account, { ...TERMINAL, env: { SHP_LANG: 'zh' } });
tui.type('6');
await tui.sees(/申报等级[\s\S]*GXXSD-/);
const { page, leave } = await stage.visit();
await page.setContent('<pre></pre>');
await page.addStyleTag({
  content:
    'pre{margin:0;padding:12px;width:max-content;background:#16181d;font:16px/19px "Noto Sans Mono CJK SC","WenQuanYi Micro Hei Mono",monospace}',
});
await page.locator('pre').evaluate(
  (pre, html) => {
    pre.innerHTML = html;
  },
  await htmlOf(tui.raw()),
);
await page.locator('pre').screenshot({ path: `${FOLDER}/terminal.png` });
await leave();
closeAll();
await stage.close();
// A browser would keep the process running.
process.exit();

/** What a terminal shows after these bytes, with its colours. */
async function htmlOf(raw: string): Promise<string> {
  const terminal = new xterm.Terminal({ ...TERMINAL, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(raw, resolve));
  const { active } = terminal.buffer;
  const rows = Array.from({ length: TERMINAL.rows }, (_, y) => {
    const line = active.getLine(active.baseY + y);
    return Array.from({ length: TERMINAL.cols }, (_, x) => {
      const cell = line?.getCell(x);
      if (!cell || cell.getWidth() === 0) return '';
      const colour = cell.isFgDefault() ? COLOURS[7] : colourOf(cell.getFgColor(), cell.isFgRGB());
      const ground = cell.isBgDefault() ? COLOURS[0] : colourOf(cell.getBgColor(), cell.isBgRGB());
      const style = [
        cell.isInverse() ? `color:${ground};background:${colour}` : `color:${colour};background:${ground}`,
        cell.isBold() ? 'font-weight:bold' : '',
        cell.isDim() ? 'opacity:.6' : '',
        `display:inline-block;width:${cell.getWidth()}ch`,
      ];
      const chars = (cell.getChars() || ' ').replace('&', '&amp;').replace('<', '&lt;');
      return `<span style="${style.filter(Boolean).join(';')}">${chars}</span>`;
    }).join('');
  });
  return rows.join('\n');
}

/** A colour of a terminal: of its 16, its cube of 6 by 6 by 6, its greys, or by red, green and blue. */
function colourOf(number: number, isRgb: boolean): string | undefined {
  if (isRgb) return `#${number.toString(16).padStart(6, '0')}`;
  if (number < 16) return number === GREY ? '#8a8f98' : COLOURS[number % 8];
  if (number >= 232) return `rgb(${Array(3).fill(8 + 10 * (number - 232))})`;
  const [level, at] = [[0, 95, 135, 175, 215, 255], number - 16];
  return `rgb(${[Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((part) => level[part])})`;
}
