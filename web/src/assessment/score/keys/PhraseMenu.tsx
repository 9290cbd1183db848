import { type KeyboardEvent, Suspense, useState } from 'react';
import { useExpertText } from '../../../core/i18n/expertTexts.ts';
import { useToast } from '../../../core/useToast.ts';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { PlainMenu, PlainMenuItem } from '../../../ui/menu/PlainMenu.tsx';
import type { Phrases } from './phrases.ts';

const OwnPhrases = lazyDialog(async () => ({ default: (await import('./OwnPhrases.tsx')).OwnPhrases }));

type Props = {
  serial: string;
  reason: string;
  phrases: Phrases;
  onInsert: (phrase: string) => void;
  onClose: () => void;
};

/** Phrases for an item's reason; a digit or a click inserts one. */
export function PhraseMenu({ serial, reason, phrases, onInsert, onClose }: Props) {
  const { phrases: words } = useExpertText();
  const toast = useToast();
  const [managing, setManaging] = useState(false);
  const anchor = document.querySelector<HTMLElement>(`[data-phrases="${serial}"]`);
  const own = reason.trim();
  if (managing) {
    return (
      <Suspense>
        <OwnPhrases phrases={phrases} onClose={onClose} />
      </Suspense>
    );
  }

  function insert(phrase: string | undefined) {
    if (phrase === undefined) return;
    onInsert(phrase);
    onClose();
  }

  function keep() {
    phrases.add(own);
    toast.done(words.kept);
    onClose();
  }

  function press(event: KeyboardEvent) {
    if (!/^[1-9]$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    insert(phrases.all[Number(event.key) - 1]);
  }

  return (
    <PlainMenu anchor={anchor} label={words.of(serial)} onKey={press} onClose={onClose}>
      {phrases.all.map((phrase, index) => (
        <PlainMenuItem key={phrase} onChoose={() => insert(phrase)}>
          {index < 9 && <b>{index + 1}&ensp;</b>}
          {phrase}
        </PlainMenuItem>
      ))}
      <hr />
      {own !== '' && !phrases.all.includes(own) && <PlainMenuItem onChoose={keep}>{words.keep}</PlainMenuItem>}
      <PlainMenuItem onChoose={() => setManaging(true)}>{words.manage}</PlainMenuItem>
    </PlainMenu>
  );
}
