import AddComment from '@mui/icons-material/AddComment';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { FileItem } from '@shp/shared/api/objects';
import type { Remark } from '@shp/shared/api/remarkObjects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { type ReactNode, useContext, useState } from 'react';
import { useManagingText } from '../../../core/i18n/managingTexts.ts';
import { nameOf } from '../../../files/fileUrl.ts';
import { type Anchor, hashOf } from '../../anchors.ts';
import { useAnchorName } from '../../history/History.tsx';
import type { DraftRemark, Drafts } from './drafts.ts';
import { RemarkText } from './RemarkText.tsx';
import { AddingContext, DraftsContext, MovingContext, useDraftRemark } from './useDrafts.ts';
import { useRemoving } from './useRemoving.ts';

/** Button for a reviewer's remark about a place or a file; the editor takes its place. */
export function RemarkButton({ at }: { at: Anchor | FileItem }) {
  return <Remarking at={at}>{(button, editor) => editor ?? button}</Remarking>;
}

type Props = {
  at: Anchor | FileItem;
  /** Whether the button is always in sight, not only with the pointer at its place. */
  always?: boolean;
  /** Shows the button, and the editor once there is a remark; both null where the page or place takes none. */
  children: (button: ReactNode, editor: ReactNode) => ReactNode;
};

/** A place or a file with its button and its editor for a remark, each where the place has room for it. */
export function Remarking({ at, always = false, children }: Props) {
  const drafts = useContext(DraftsContext);
  const blank = blankRemark(at);
  if (!drafts || !blank) return children(null, null);
  return (
    <Draft drafts={drafts} blank={blank} place={'part' in at ? at : null} always={always}>
      {children}
    </Draft>
  );
}

type DraftProps = Omit<Props, 'at'> & { drafts: Drafts; blank: DraftRemark; place: Anchor | null };

function Draft({ drafts, blank, place, always, children }: DraftProps) {
  const { remarking } = useManagingText();
  const adding = useContext(AddingContext);
  const placeName = useAnchorName();
  const draft = useDraftRemark(drafts, blank.key);
  const { moving, setMoving } = useContext(MovingContext);
  const remove = useRemoving(drafts);
  const [open, setOpen] = useState<boolean | null>(null);
  const name = place ? placeName(place) : (blank.name ?? '');
  if (draft || open) {
    return children(
      null,
      <RemarkText
        name={name}
        text={draft?.text ?? ''}
        autoFocus={open === true}
        onChange={(text) => drafts.write({ ...blank, text })}
        onRemove={() => {
          remove(draft ?? blank);
          setOpen(false);
        }}
        onLeave={() => {
          if (!isAbsent(draft?.text)) return;
          drafts.remove(blank.key);
          setOpen(null);
        }}
      />,
    );
  }
  if (!adding) return children(null, null);

  function move(remark: DraftRemark) {
    drafts.remove(remark.key);
    drafts.write({ ...blank, text: remark.text });
    setMoving(null);
    setOpen(true);
  }

  const label = moving ? remarking.moveTo(name) : remarking.on(name);
  const button = {
    'aria-label': label,
    title: label,
    // After removing a remark, focus returns to this button.
    autoFocus: open === false,
    onClick: () => (moving ? move(moving) : setOpen(true)),
  };
  if (place?.part === 'form') {
    return children(
      <IconButton size="small" {...button} sx={moving ? IN_LINE : IN_LINE_ON_HOVER}>
        <AddComment fontSize="small" />
      </IconButton>,
      null,
    );
  }
  return children(
    <Button
      size="small"
      color="inherit"
      startIcon={<AddComment />}
      {...button}
      sx={{
        ...BUTTON,
        ...(moving || always ? {} : ON_HOVER),
        color: moving ? 'primary.main' : 'text.secondary',
      }}
    >
      {moving ? remarking.moveHere : remarking.add}
    </Button>,
    null,
  );
}

const BUTTON = { py: 0, ml: 'auto', flexShrink: 0, whiteSpace: 'nowrap' } as const;

/** No higher than the line of the value that it follows. */
const IN_LINE = { my: -0.5 } as const;

/** With a mouse the button appears when the pointer is at its place, and always when it has the focus. */
const ON_HOVER = {
  '@media (hover: hover)': { opacity: 0, '*:hover > &, &:focus-visible': { opacity: 1 } },
} as const;

/** Takes no room while it is hidden, so that no empty line follows a full one: as much as its width. */
const IN_LINE_ON_HOVER = {
  ...IN_LINE,
  '@media (hover: hover)': { ...ON_HOVER['@media (hover: hover)'], mr: '-30px' },
} as const;

/** An empty remark tied to a place or file, or null if the place takes none. */
function blankRemark(at: Anchor | FileItem): DraftRemark | null {
  if (!('part' in at)) {
    const { id: fileId, serial, category } = at;
    const where = serial === undefined ? { field: category } : { serial };
    return { key: fileId, part: 'file', fileId, ...where, name: nameOf(at), text: '' };
  }
  const tied = tiedTo(at);
  return tied && { key: hashOf(at), ...tied, text: '' };
}

function tiedTo(place: Anchor): Omit<Remark, 'text'> | null {
  switch (place.part) {
    case 'form':
      return { part: 'form', field: place.field };
    case 'file':
      return { part: 'file', field: place.category };
    case 'score':
      return place.serial === undefined ? null : { part: 'score', serial: place.serial };
    default:
      return null;
  }
}
