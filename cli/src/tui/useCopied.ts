import { useSession } from './session.ts';
import { useUi } from './ui.ts';

/** Copies a text and says so; nothing without one. */
export function useCopied(): (text: string | undefined) => void {
  const { texts, copy } = useUi();
  const { say } = useSession();
  return (text) => {
    if (text === undefined) return;
    copy(text);
    say(texts.views.live.copied(text), 'good');
  };
}
