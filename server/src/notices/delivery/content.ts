import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { noticePath } from '@shp/shared/domain/notices/path';
import { texts } from '@shp/shared/text/common';
import { noticesTexts, noticeText } from '@shp/shared/text/notices';
import type { Message } from '../../store/notices/deliveries.ts';

type Reader = { role: UserRole; lang: Lang; publicUrl: string | null };

function shown({ notices }: Message, { role, lang, publicUrl }: Reader) {
  return notices.map(({ id, at, kind, params, assessment }) => {
    const path = noticePath(kind, role, assessment);
    const link = path === null || publicUrl === null ? path : new URL(path, publicUrl).href;
    return { id, at, kind, text: noticeText(kind, JSON.parse(params), lang), link };
  });
}

/** Subject and text of a mail. */
export function mailOf(message: Message, reader: Reader): { subject: string; text: string } {
  const words = noticesTexts[reader.lang];
  const { shortTitle, marks } = texts[reader.lang];
  const notices = shown(message, reader);
  const [only] = notices.length === 1 ? notices : [];
  const what = only ? words.kinds[only.kind] : words.daily(notices.length);
  const lines = notices.map(({ text, link }) => (link?.startsWith('http') ? `${text}\n${link}` : text));
  return { subject: `${shortTitle}${marks.colon}${what}`, text: `${lines.join('\n\n')}\n\n-- \n${words.why}\n` };
}

/** The body of a webhook call. */
export function payloadOf(message: Message, reader: Reader): object {
  const notices = shown(message, reader);
  const [only] = notices.length === 1 ? notices : [];
  return only
    ? { type: `notice.${only.kind}`, timestamp: only.at, data: only }
    : { type: 'notices.daily', timestamp: message.dueAt, data: { notices } };
}
