import type { Unmet } from '../keys/keyboard.ts';
import type { KeyId, Place } from '../keys/keys.ts';
import { useKeys } from '../keys/useKeys.ts';
import { usePath } from '../path.ts';
import { useTexts } from '../ui.ts';
import { useFrameHead } from '../widgets/Framed.tsx';
import { FRAME_ROWS, Pane } from '../widgets/Pane.tsx';
import { ScrollLines, useScroll } from '../widgets/Scroll.tsx';

type Props = {
  title: string;
  lines: readonly string[];
  height: number;
  places?: readonly Place[];
  handlers?: Partial<Record<KeyId, () => void>>;
  unmet?: Unmet;
  /** What keys are called here, if not by their usual names. */
  names?: Partial<Record<KeyId, string>>;
  /** Layers below get no keys. */
  modal?: boolean;
};

/** A title and text lines. */
export function TextScreen({
  title,
  lines,
  height,
  places = [],
  handlers = {},
  unmet = {},
  names = {},
  modal = false,
}: Props) {
  const isNamed = useFrameHead(modal ? title : undefined);
  // In a dialog's frame, as high as the lines.
  const rows = isNamed ? Math.min(height, lines.length) : height - FRAME_ROWS;
  const scroll = useScroll(lines.length, rows);
  const path = usePath(title);
  const { tui } = useTexts();
  // What stands above nothing goes back, as a screen does.
  const shownNames = modal ? names : { close: tui.keys.back, ...names };
  useKeys({
    places: ['view', ...places],
    handlers: { ...scroll.handlers, ...handlers },
    names: shownNames,
    unmet,
    modal,
  });
  if (isNamed) return <ScrollLines lines={lines} top={scroll.top} height={rows} />;
  return (
    <Pane head={modal ? title : path} height={height} bar={{ top: scroll.top, height: rows, total: lines.length }}>
      <ScrollLines lines={lines} top={scroll.top} height={rows} />
    </Pane>
  );
}
