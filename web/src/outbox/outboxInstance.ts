import { readSession } from '../core/session.ts';
import { withLock } from '../core/withLock.ts';
import { Outbox, type TabMessage } from './outbox.ts';
import { partsOf, SENDERS } from './senders.ts';
import { browserStore, memoryStore } from './store.ts';

let current: { account: string; outbox: Outbox } | null = null;
let tabs: BroadcastChannel | null = null;

/** The outbox of the account that is logged in, the same for every page. */
export function outboxOf(account: string): Outbox {
  if (current?.account !== account) current = { account, outbox: newOutbox(account) };
  return current.outbox;
}

/** Begins to send what an account left in this browser and goes on until it is stopped; answers how to stop it. */
export function startOutbox(account: string): () => void {
  const outbox = outboxOf(account);
  const channel = openChannel(account);
  if (channel) channel.onmessage = ({ data }: MessageEvent<TabMessage>) => void outbox.heard(data);
  tabs = channel;
  const leave = () => document.visibilityState === 'hidden' && outbox.flush();
  const warn = (event: BeforeUnloadEvent) => {
    const { durable, entries } = outbox.snapshot();
    if (!durable && entries.length > 0) event.preventDefault();
  };
  addEventListener('online', outbox.flush);
  addEventListener('beforeunload', warn);
  document.addEventListener('visibilitychange', leave);
  void outbox.resume();
  return () => {
    removeEventListener('online', outbox.flush);
    removeEventListener('beforeunload', warn);
    document.removeEventListener('visibilitychange', leave);
    tabs = null;
    channel?.close();
    outbox.pause();
  };
}

const nameOf = (account: string) => `shp.outbox.${account}`;

function newOutbox(account: string): Outbox {
  return new Outbox({
    store: browserStore(account, ({ object }) => partsOf(object).kind in SENDERS),
    fallback: memoryStore,
    senderOf: (object) => {
      const { kind, id } = partsOf(object);
      return { sender: SENDERS[kind], id };
    },
    mayGo: () => readSession().user?.id === account,
    // Without locks two tabs may send the same edit, which the server accepts once.
    alone: (work) => withLock(nameOf(account), work),
    tell: (message) => tabs?.postMessage(message),
  });
}

/** Reaches the account's other tabs; null where the browser refuses, as some do where storage is blocked. */
function openChannel(account: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(nameOf(account));
  } catch {
    return null;
  }
}
