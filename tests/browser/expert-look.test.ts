import type { Lang } from '@shp/shared/domain/lib/lang';
import { expert as en } from '@shp/shared/text/en/expert';
import { review as enReview } from '@shp/shared/text/en/review';
import { expert as zh } from '@shp/shared/text/zh/expert';
import { review as zhReview } from '@shp/shared/text/zh/review';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newReview, openReview, scoreAllBut } from './experts.ts';
import { openStage, type Stage, sidewaysScroll } from './harness.ts';
import { scoreInput } from './stations.ts';
import { faultsOf, still, TWO_LOOKS } from './visualChecks.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const TEXTS: Record<Lang, { text: typeof en; review: typeof enReview }> = {
  zh: { text: zh, review: zhReview },
  en: { text: en, review: enReview },
};

for (const look of TWO_LOOKS) {
  test(`${look.lang}, ${look.theme}, ${look.width} pixels: no serious accessibility fault, no horizontal scrolling`, async () => {
    const { id, experts } = await newReview(stage);
    const [expert] = experts;
    if (!expert) throw new Error('no expert');
    await scoreAllBut(expert, id, ['1.1.1', '1.1.2', '1.1.3', '4.1.1']);
    const { page, problems } = await openReview(stage, expert, id, look);
    const { text, review } = TEXTS[look.lang];
    const part = (name: string) => page.locator(`#part-${name}`);
    const found: Record<string, unknown> = {};
    const look1 = async (name: string) => {
      const seen = await faultsOf(page);
      if (seen.length > 0) found[name] = seen;
    };

    await scoreInput(page, '1.1.2').fill('99');
    await scoreInput(page, '1.1.3').fill('0');
    for (const summary of [review.score.showChapters, text.open.title(4)])
      await page.getByText(summary, { exact: true }).click();
    await look1('scoring');
    await page.locator('[data-phrases="1.1.3"]').click();
    await look1('phrases');
    await page.getByRole('menuitem', { name: text.phrases.manage }).click();
    await look1('own phrases');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '甲现场.png', exact: true }).click();
    await page.getByRole('img', { name: '甲现场.png' }).waitFor();
    await look1('evidence in place');
    // Causes a conflict: another browser saves first.
    const there = { score: 1, missing: false, reason: '另一台电脑' };
    await expert.api.call('POST assessment/expert_scores', { id, items: [{ serial: '1.1.1', ...there }] });
    await scoreInput(page, '1.1.1').fill('4');
    await page.getByRole('alert').filter({ hasText: '另一台电脑' }).waitFor();
    await look1('conflict');
    await part('form').click();
    await look1('form');
    await part('files').click();
    await look1('files');
    await part('conclusion').click();
    await page.getByRole('list', { name: text.open.unscored }).waitFor();
    await look1('conclusion');
    expect(found).toEqual({});
    expect(problems).toEqual([]);
  });
}

test('after the conclusion, and at 200 % zoom, nothing is cut off', async () => {
  const { page, person, problems } = await stage.visitAs('expert', { lang: 'zh', width: 600 });
  await page.setViewportSize({ width: 600, height: 400 });
  const { items } = await person.api.call('GET assessment/query', { status: ['passed', 'failed'] });
  await page.goto(`/assessments/${items[0]?.id}/expert`);
  await page.getByRole('region', { name: zh.result.title }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`/assessments/${(await waiting(person)) ?? ''}/expert#score/4.1.1`);
  await scoreInput(page, '4.1.1').waitFor();
  await still(page);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(problems).toEqual([]);
});

async function waiting({ api }: Awaited<ReturnType<Stage['person']>>): Promise<string | undefined> {
  return (await api.call('GET assessment/query', { waiting: true })).items[0]?.id;
}
