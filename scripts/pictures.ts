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
  await page.screenshot({ path: `${FOLDER}/${file}`, animations: 'disabled' });
  await leave();
}

const desk = await newDesk(stage.url);
const { account } = await stage.person('province_manager');
const tui = await openAs(desk, account, { ...TERMINAL, env: { SHP_LANG: 'zh' } });
tui.type('6');
await tui.sees('GXXSD-');
const { page, leave } = await stage.visit();
await page.setViewportSize({ width: 1010, height: 600 });
await page.setContent('<pre></pre>');
await page.addStyleTag({
  content:
    'body{margin:0;background:#16181d}pre{margin:12px;color:#e6e6e6;font:15px/20px "Noto Sans Mono CJK SC","WenQuanYi Micro Hei Mono",monospace}',
});
await page.locator('pre').evaluate(
  (pre, html) => {
    pre.innerHTML = html;
  },
  await htmlOf(tui.raw()),
);
await page.locator('body').screenshot({ path: `${FOLDER}/terminal.png` });
await leave();
closeAll();
await stage.close();

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
      const colour = cell.getFgColor() === GREY ? '#8a8f98' : COLOURS[cell.isFgDefault() ? 7 : cell.getFgColor() % 8];
      const style = [
        cell.isInverse() ? `color:${COLOURS[0]};background:${colour}` : `color:${colour}`,
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
