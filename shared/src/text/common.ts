import type { Lang } from '../domain/lib/lang.ts';
import { common as en } from './en/common.ts';
import { common as zh } from './zh/common.ts';

/** The common texts in both languages; for the server, which answers in either. */
export const texts: Record<Lang, typeof en> = { zh, en };
