import { randomBytes } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { hostOf, isOwnNetwork, OwnNetwork, publicLookup } from './ownNetwork.ts';

const TIMEOUT_MS = 15_000;
const SECRET_BYTES = 32;

/** A new secret of a webhook, in the form of Standard Webhooks. */
export const newWebhookSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

export type WebhookCall = { id: string; url: string; secret: string; payload: object; mayBeInside: boolean };

/** Sends one signed message; any answer but 2xx, a redirection too, is a failure. @throws Error */
export async function sendWebhook({ id, url, secret, payload, mayBeInside }: WebhookCall, now: Date): Promise<void> {
  const to = new URL(url);
  const host = hostOf(to);
  // A numeric address is not resolved, so it is checked here.
  if (!mayBeInside && isIP(host) !== 0 && isOwnNetwork(host)) throw new OwnNetwork();
  const body = JSON.stringify(payload);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'User-Agent': 'shp',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const options = { method: 'POST', headers, signal, agent: false, ...(mayBeInside ? {} : { lookup: publicLookup }) };
  const request = to.protocol === 'https:' ? requestTls : requestPlain;
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request(to, options, (answer) => {
      // The body is not used; discard it to free the connection.
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(body);
  });
  if (status < 200 || status > 299) throw new Error(`the receiver answered ${status}`);
}
