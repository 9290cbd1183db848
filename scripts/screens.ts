// `npm run screens -- [FOLDER] [NAME…] [--look zh-light-1440]…`: takes pictures of the console's screens; by default in
// both languages, both themes and two widths.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGS } from '@shp/shared/domain/lib/lang';
import { openStage } from '../tests/browser/harness.ts';
import { SCREENS, show } from '../tests/browser/screens.ts';
import { LOOKS } from '../tests/browser/visualChecks.ts';

const { values, positionals } = parseArgs({
  options: { look: { type: 'string', multiple: true } },
  allowPositionals: true,
});
const [folder = 'screens', ...only] = positionals;
const looks = values.look?.map(namedLook) ?? LOOKS;
const stage = await openStage();
mkdirSync(folder, { recursive: true });
const wanted = SCREENS.filter(({ name }) => only.length === 0 || only.includes(name));
for (const look of looks) {
  for (const role of new Set(wanted.map((screen) => screen.role))) {
    const { page, leave, problems } = role === null ? await stage.visit(look) : await stage.visitAs(role, look);
    for (const screen of wanted.filter((one) => one.role === role)) {
      const { name } = screen;
      await show(stage, page, screen).catch((error: unknown) => problems.push(String(error)));
      // A dialog or a menu covers the window, so that is what is taken; a page is taken whole.
      const fullPage = (await page.locator('[role=dialog], [role=menu], .MuiPopover-paper').count()) === 0;
      const file = join(folder, `${name}-${look.lang}-${look.theme}-${look.width}.png`);
      await page.screenshot({ path: file, fullPage, animations: 'disabled' });
      for (const problem of problems.splice(0)) console.error(`${file}: ${problem}`);
    }
    await leave();
  }
}
await stage.close();
// The browser would keep the process running.
process.exit();

/** A look by its name: language, theme and width. */
function namedLook(name: string) {
  const [tag, kind, width] = name.split('-');
  const lang = LANGS.find((one) => one === tag);
  const theme = (['light', 'dark'] as const).find((one) => one === kind);
  if (!lang || !theme || !Number(width)) throw new Error(`no such look: ${name}; for example zh-light-1440`);
  return { lang, theme, width: Number(width) };
}
