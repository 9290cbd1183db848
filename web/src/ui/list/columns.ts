import { alpha, type Theme } from '@mui/material/styles';
import type { Column } from '@shp/shared/sheets/column';
import { useStore } from 'react-admin';

const NONE: readonly string[] = [];

/** Keys of a list's hidden columns, stored in this browser; and how to change them. `usual`: those hidden by default. */
export const useHiddenColumns = (name: string, usual = NONE) => useStore(`columns.${name}`, usual);

/** Short cells stay on one line. Long texts wrap at a minimum width; Chinese breaks at brackets if possible. */
export function cellStyle<R>({ key, type, width }: Column<R>) {
  return type === 'text' && key !== 'role'
    ? ({ minWidth: key === 'specialties' ? '9rem' : `${Math.min(width, 17) * 0.45}rem`, ...WHOLE_NAMES } as const)
    : ({ whiteSpace: 'nowrap' } as const);
}

/** Chinese names break only if they do not fit. */
export const WHOLE_NAMES = { wordBreak: 'keep-all', overflowWrap: 'anywhere' } as const;

/** The action column is sticky in a scrolled table, except on a narrow page. */
export const STICKY = {
  position: { sm: 'sticky' },
  right: 0,
  bgcolor: 'background.paper',
  // A selected row's tint is transparent: without this, content that scrolls beneath would show through.
  '.Mui-selected > &': {
    backgroundImage: ({ palette }: Theme) => tinted(palette.primary.main, palette.action.selectedOpacity),
  },
  'tr:hover > &': { backgroundImage: ({ palette }: Theme) => flat(palette.action.hover) },
  'tr.Mui-selected:hover > &': {
    backgroundImage: ({ palette }: Theme) =>
      tinted(palette.primary.main, palette.action.selectedOpacity + palette.action.hoverOpacity),
  },
} as const;

const flat = (colour: string) => `linear-gradient(${colour}, ${colour})`;

function tinted(colour: string, opacity: number): string {
  return flat(alpha(colour, opacity));
}
