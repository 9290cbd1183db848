import { loadOnce } from '@shp/shared/domain/lib/loadOnce';

/** The sort key of a Chinese name: toneless pinyin of each character, other text unchanged, in lower case. */
export type NameKey = (name: string) => string;

/** Loaded with the first name written: the tables are a twentieth of an idle server's memory. */
export const nameKeys: () => Promise<NameKey> = loadOnce(async () => {
  const { pinyin } = await import('pinyin-pro');
  return (name) =>
    pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join(' ').toLowerCase();
});
