import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HUES } from '@shp/shared/domain/assessment/hues';
import { expect, test } from 'vitest';
import { COLOURS } from '../src/theme/tokens.ts';

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each(['light', 'dark'] as const)('text stands out from its background in the %s theme', (theme) => {
  const colours = COLOURS[theme];
  const pairs: [text: string, background: string][] = [
    ...HUES.map((hue): [string, string] => [colours[hue], colours[`${hue}Soft`]]),
    ...HUES.map((hue): [string, string] => [colours[hue], colours.card]),
    ...[colours.ground, colours.card].flatMap((ground): [string, string][] => [
      [colours.text, ground],
      [colours.soft, ground],
      [colours.brand, ground],
    ]),
    [colours.brandInk, colours.brandSoft],
    [colours.onBrand, colours.brand],
  ];
  for (const [text, background] of pairs)
    expect(contrast(text, background), `${text} on ${background}`).toBeGreaterThan(4.5);
  expect(contrast(colours.border, colours.card), 'borders of fields').toBeGreaterThan(3);
});

test.each(['light', 'dark'] as const)('bars stand out from the panel, figures from tiles in the %s theme', (theme) => {
  const { data1, data2, data3, data4, green, red, border, card, text, onBrand } = COLOURS[theme];
  for (const colour of [data1, data2, data3, green, red, border])
    expect(contrast(colour, card), `${colour} on ${card}`).toBeGreaterThan(3);
  const tiles = [
    [text, data4],
    [onBrand, data3],
    [onBrand, data2],
    [onBrand, data1],
  ] as const;
  for (const [ink, tile] of tiles) expect(contrast(ink, tile), `${ink} on ${tile}`).toBeGreaterThan(4.5);
  expect(contrast(data1, data3), 'the two series of a chart').toBeGreaterThan(2);
});

test('corners have the radii of the scale', () => {
  const root = fileURLToPath(new URL('../src', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const others = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/borderRadius: ([^,}\n]+)/g)]
      .map(([, radius = '']) => radius.trim())
      .filter((radius) => !/^(?:0|0\.5|1|4|'50%'|'inherit'|.*RADIUS\..*)$/.test(radius))
      .map((radius) => `${file}: ${radius}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(others).toEqual([]);
});
