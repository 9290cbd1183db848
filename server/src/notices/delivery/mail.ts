import type { Settings } from '@shp/shared/domain/settings';

const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;
/** A mail server that takes longer counts as failed; the message is sent again with the same id. */
const WHOLE_MS = 60_000;

export type Mail = { id: string; to: string; subject: string; text: string };

/** Whether the settings name a server and a sender. */
export const isMailReady = ({ host, sender }: Settings['mail']) => host !== '' && sender !== '';

/** Sends one mail; resolves when the server has taken it. @throws Error */
export async function sendMail(
  { host, port, secure, requireTls, sender, user, password }: Settings['mail'],
  mail: Mail,
) {
  // Loaded with the first mail: most servers start without sending any.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: requireTls && !secure,
    ignoreTLS: false,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server is too slow')), WHOLE_MS);
  });
  try {
    const sent = transport.sendMail({
      from: sender,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      messageId: `<${mail.id}@${sender.slice(sender.indexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    await Promise.race([sent, late]);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}
