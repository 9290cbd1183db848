import { pinyin } from 'pinyin-pro';

/** The key by which Chinese names sort: toneless pinyin of each character, other text as it is, in lower case. */
export function pinyinKey(name: string): string {
  return pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join(' ').toLowerCase();
}
