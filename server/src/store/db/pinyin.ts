import { loadOnce } from '@shp/shared/domain/lib/loadOnce';

/** The key by which a Chinese name sorts: toneless pinyin of each character, other text as it is, in lower case. */
export type NameKey = (name: string) => string;

/** Loaded with the first name that is written: the tables are a twentieth of an idle server's memory. */
export const nameKeys: () => Promise<NameKey> = loadOnce(async () => {
  const { pinyin } = await import('pinyin-pro');
  return (name) =>
    pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join(' ').toLowerCase();
});
