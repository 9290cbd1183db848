import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { PhraseHints } from './PhraseHints.tsx';
import type { Phrases } from './phrases.ts';
import type { useActions } from './useActions.ts';

type Props = {
  /** The panel with the reasons. */
  ref: RefObject<HTMLElement | null>;
  phrases: Phrases;
  actions: Pick<ReturnType<typeof useActions>, 'insert'>;
  onPhrases: (serial: string) => void;
};

/** Offers the first phrases below a reason that has the focus and is empty. Escape hides them. */
export default function EmptyReason({ ref, phrases, actions, onPhrases }: Props) {
  const [field, setField] = useState<HTMLTextAreaElement | null>(null);
  useEffect(() => {
    const panel = ref.current;
    if (!panel) return undefined;
    let hidden: Element | null = null;
    const look = (event: Event) => {
      const at = event.type === 'focusout' ? null : document.activeElement;
      if (event instanceof KeyboardEvent && event.key === 'Escape') hidden = at;
      else if (at !== hidden && event.type === 'focusin') hidden = null;
      const isEmpty = at instanceof HTMLTextAreaElement && at.dataset.reason !== undefined && at.value === '';
      setField(isEmpty && at !== hidden ? at : null);
    };
    const events = ['focusin', 'focusout', 'input', 'keyup'] as const;
    for (const name of events) panel.addEventListener(name, look);
    return () => {
      for (const name of events) panel.removeEventListener(name, look);
    };
  }, [ref]);
  const serial = field?.dataset.reason;
  const place = field?.closest<HTMLElement>('[data-editing]');
  if (!place || serial === undefined) return null;
  return createPortal(
    <PhraseHints
      serial={serial}
      phrases={phrases}
      onInsert={(phrase) => {
        actions.insert(serial, phrase);
        setField(null);
      }}
      onMore={() => onPhrases(serial)}
    />,
    place,
  );
}
