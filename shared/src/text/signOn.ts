import type { Lang } from '../domain/lib/lang.ts';
import { signOn as en, type SignOnText } from './en/signOn/signOn.ts';
import { signOn as zh } from './zh/signOn/signOn.ts';

/** The texts of single sign-on in both languages; for the server, which answers in either. */
export const signOnTexts: Record<Lang, SignOnText> = { zh, en };
