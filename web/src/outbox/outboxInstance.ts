import { readSession } from '../core/session.ts';
import { withLock } from '../core/withLock.ts';
import { browserLeftBehind } from './leftBehind.ts';
import { Outbox, type TabMessage } from './outbox.ts';
import { partsOf, SENDERS } from './senders.ts';
import { browserStore, withMemory } from './store.ts';

let current: { account: string; outbox: Outbox } | null = null;
let tabs: BroadcastChannel | null = null;

/** The outbox of the logged-in account, one for all pages. */
export function outboxOf(account: string): Outbox {
  if (current?.account !== account) current = { account, outbox: newOutbox(account) };
  return current.outbox;
}

/** Starts sending an account's stored edits; returns the function that stops it. */
export function startOutbox(account: string): () => void {
  const outbox = outboxOf(account);
  const channel = openChannel(account);
  if (channel) channel.onmessage = ({ data }: MessageEvent<TabMessage>) => void outbox.receive(data);
  tabs = channel;
  const leave = () => {
    if (document.visibilityState !== 'hidden') return;
    outbox.leave();
    outbox.flush();
  };
  const warn = (event: BeforeUnloadEvent) => {
    const { durable, entries } = outbox.snapshot();
    if (!durable && entries.length > 0) event.preventDefault();
  };
  addEventListener('online', outbox.flush);
  addEventListener('beforeunload', warn);
  addEventListener('pagehide', outbox.leave);
  document.addEventListener('visibilitychange', leave);
  void outbox.resume();
  return () => {
    removeEventListener('online', outbox.flush);
    removeEventListener('beforeunload', warn);
    removeEventListener('pagehide', outbox.leave);
    document.removeEventListener('visibilitychange', leave);
    tabs = null;
    channel?.close();
    outbox.pause();
  };
}

const nameOf = (account: string) => `shp.outbox.${account}`;

function newOutbox(account: string): Outbox {
  const known = ({ object }: { object: string }) => partsOf(object).kind in SENDERS;
  return new Outbox({
    leftBehind: browserLeftBehind(account, known),
    store: withMemory(browserStore(account, known)),
    senderOf: (object) => {
      const { kind, id } = partsOf(object);
      return { sender: SENDERS[kind], id };
    },
    mayGo: () => readSession().user?.id === account,
    // Without locks two tabs may send the same edit; the server stores it once.
    alone: (work) => withLock(nameOf(account), work),
    tell: (message) => tabs?.postMessage(message),
  });
}

/** Channel to the account's other tabs, or null if the browser refuses one, as some do with blocked storage. */
function openChannel(account: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(nameOf(account));
  } catch {
    return null;
  }
}
