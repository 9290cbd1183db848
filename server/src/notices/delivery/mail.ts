import type { Settings } from '@shp/shared/domain/settings';

const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;
/** A mail server that takes longer counts as failed; the message is sent again with the same id. */
const WHOLE_MS = 60_000;

export type Mail = { id: string; to: string; subject: string; text: string };

/** Whether the settings name a server and a sender. */
export const isMailReady = ({ host, sender }: Settings['mail']) => host !== '' && sender !== '';

/**
 * Sends mails in sequence over one connection, opened with the first. With a connection per mail, a backlog would wait
 * for each greeting, which many servers delay on purpose.
 */
export class MailConnection {
  #open: { key: string; transport: Awaited<ReturnType<typeof connect>> } | null = null;

  /** Sends one mail; resolves when the server has accepted it. @throws Error */
  async send(server: Settings['mail'], mail: Mail): Promise<void> {
    const key = JSON.stringify(server);
    if (this.#open?.key !== key) {
      this.close();
      this.#open = { key, transport: await connect(server) };
    }
    await this.#open.transport.sendMail({
      from: server.sender,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      messageId: `<${mail.id}@${server.sender.slice(server.sender.indexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(WHOLE_MS),
    });
  }

  close(): void {
    this.#open?.transport.close();
    this.#open = null;
  }
}

async function connect({ host, port, secure, requireTls, user, password }: Settings['mail']) {
  // Loaded with the first mail: most servers start without sending any.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    maxConnections: 1,
    // The server may end the connection after some mails: try once more over a new one.
    maxRequeues: 1,
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
}
