import type { Settings } from '@shp/shared/domain/settings';

const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;
/** An unused connection is closed: servers limit connections. */
const IDLE_MS = 10_000;
/** A mail server that takes longer counts as failed; the message is sent again with the same id. */
const WHOLE_MS = 60_000;

export type Mail = { id: string; to: string; subject: string; text: string };

/** Whether the settings name a server and a sender. */
export const isMailReady = ({ host, sender }: Settings['mail']) => host !== '' && sender !== '';

/**
 * Sends mails over connections that stay open for a while: many servers delay their greeting on purpose, so with a
 * connection per mail a backlog, or a mail that is refused and sent again, would wait for each greeting.
 */
export class MailConnections {
  #open: { key: string; transport: ReturnType<typeof connect> } | null = null;

  /** `most`: connections at a time. */
  constructor(private readonly most: number) {}

  /** Sends one mail; resolves when the server has accepted it. @throws Error */
  async send(server: Settings['mail'], mail: Mail): Promise<void> {
    const key = JSON.stringify(server);
    if (this.#open?.key !== key) {
      this.close();
      this.#open = { key, transport: connect(server, this.most) };
    }
    const transport = await this.#open.transport;
    await transport.sendMail({
      from: server.sender,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      messageId: `<${mail.id}@${server.sender.slice(server.sender.indexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(WHOLE_MS),
    });
  }

  /** Ends the connections; those that are sending end after their mail. */
  close(): void {
    void this.#open?.transport.then(
      (transport) => transport.close(),
      () => undefined,
    );
    this.#open = null;
  }
}

async function connect({ host, port, secure, requireTls, user, password }: Settings['mail'], maxConnections: number) {
  // Loaded with the first mail: most servers start without sending any.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    maxConnections,
    idleTimeout: IDLE_MS,
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
