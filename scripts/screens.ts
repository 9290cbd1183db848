// `npm run screens [FOLDER] [NAME…]`: takes pictures of the console's screens, in both languages, both themes and two widths.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStage } from '../tests/browser/harness.ts';
import { SCREENS, show } from '../tests/browser/screens.ts';
import { LOOKS } from '../tests/browser/visualChecks.ts';

const [folder = 'screens', ...only] = process.argv.slice(2);
const stage = await openStage();
mkdirSync(folder, { recursive: true });
const wanted = SCREENS.filter(({ name }) => only.length === 0 || only.includes(name));
for (const look of LOOKS) {
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
