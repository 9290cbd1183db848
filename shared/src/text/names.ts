import type { Lang } from '../domain/lib/lang.ts';
import { names as en } from './en/common/names.ts';
import { names as zh } from './zh/common/names.ts';

/** The names of keys and fields in both languages, for sheets. */
export const names: Record<Lang, typeof en> = { zh, en };
