import { openStage } from './tests/browser/harness.ts';
const stage = await openStage();
const only = process.argv[2];
const admin = await stage.person('admin');
const { items } = await admin.api.call('GET assessment/query', { size: 200, status: ['first_passed','reviewing','reviewed','passed'] });
const pick = (status: string, level = 3) => items.find((one) => one.status === status && one.level === level)!;
for (const [lang, theme, width] of [['zh','light',1200],['en','dark',1200],['zh','dark',380],['en','light',380]] as const) {
  const { page, problems } = await stage.visitAs('province_manager', { lang, theme, width });
  const shot = async (name: string, id: string, tab: number, after?: () => Promise<void>, full = true) => {
    if (only && !name.startsWith(only)) return;
    await page.goto(`/assessments/${id}/final_manager`);
    await page.getByRole('tab').first().waitFor({timeout:8000}).catch(async (e) => { console.log(await page.locator('body').innerText(), problems); throw e; });
    await page.getByRole('tab').nth(tab).click();
    await page.waitForLoadState('networkidle');
    await after?.();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/h3/${name}-${lang}-${theme}-${width}.png`, fullPage: full });
  };
  await shot('experts', pick('reviewing', 2).id, 0);
  await shot('add', pick('first_passed', 2).id, 0, async () => {
    await page.getByRole('button', { name: lang === 'zh' ? '分配专家' : 'Assign experts' }).click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  }, false);
  await shot('compare', pick('reviewed', 2).id, 1, undefined, false);
  await shot('compare2', pick('reviewed', 2).id, 1, async () => { await page.locator('h2').nth(1).scrollIntoViewIfNeeded(); await page.evaluate(() => window.scrollBy(0, 500)); }, false);
  await shot('decide', pick('reviewed', 2).id, 2);
  await shot('passed', pick('passed', 2).id, 2);
  if (!only || only === 'list') {
    await page.goto('/assessments'); await page.locator('tbody tr').first().waitFor();
    await page.locator('tbody tr').first().getByRole('checkbox').check();
    await page.screenshot({ path: `/tmp/h3/list-${lang}-${theme}-${width}.png`, fullPage: true });
    await page.getByRole('button', { name: lang === 'zh' ? '分配专家' : 'Assign experts' }).click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/h3/bulk-${lang}-${theme}-${width}.png` });
  }
  console.log(lang, theme, width, problems);
  await page.context().close();
}
await stage.close();
