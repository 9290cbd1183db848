import { createTheme, type Theme as MuiTheme } from '@mui/material/styles';
import type { Theme } from '../core/preferences.ts';
import { COLOURS, FONT, FONT_SIZES, RADIUS } from './tokens.ts';

/** The greatest width of a page's content, in pixels (docs/spec/screens.md#constants). */
const CONTENT_WIDTH = 1200;

const rem = (pixels: number) => `${pixels / 16}rem`;

/** A label above its field, relative to the text in it. */
const SHRUNK = FONT_SIZES.small / FONT_SIZES.text;

const ALERT_HUES = [
  ['success', 'green'],
  ['info', 'brand'],
  ['warning', 'amber'],
  ['error', 'red'],
] as const;

function themeOf(mode: Theme): MuiTheme {
  const colours = COLOURS[mode];
  return createTheme({
    palette: {
      mode,
      primary: { main: colours.brand, dark: colours.brandInk, light: colours.brandSoft, contrastText: colours.onBrand },
      success: { main: colours.green },
      warning: { main: colours.amber },
      error: { main: colours.red },
      info: { main: colours.brand },
      divider: colours.line,
      // A selected row under the pointer keeps the contrast of its links in the dark theme too.
      action: { selectedOpacity: 0.08, hoverOpacity: 0.04 },
      text: { primary: colours.text, secondary: colours.soft },
      background: { default: colours.ground, paper: colours.card },
    },
    typography: {
      fontFamily: FONT,
      fontSize: FONT_SIZES.text,
      button: { textTransform: 'none', fontWeight: 500 },
      h1: { fontSize: rem(FONT_SIZES.heading), fontWeight: 650, lineHeight: 1.3 },
      h2: { fontSize: rem(FONT_SIZES.title), fontWeight: 600, lineHeight: 1.4 },
      h3: { fontSize: rem(FONT_SIZES.text), fontWeight: 600, lineHeight: 1.4 },
      body1: { fontSize: rem(FONT_SIZES.text), lineHeight: 1.55 },
      body2: { fontSize: rem(FONT_SIZES.text), lineHeight: 1.55 },
      caption: { fontSize: rem(FONT_SIZES.small), lineHeight: 1.5 },
    },
    shape: { borderRadius: RADIUS.control },
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: CONTENT_WIDTH, xl: 1440 } },
    components: {
      MuiCssBaseline: { styleOverrides: { body: { fontVariantNumeric: 'tabular-nums' } } },
      MuiAppBar: {
        styleOverrides: {
          root: { backgroundColor: colours.card, color: colours.text, borderBottom: `1px solid ${colours.line}` },
        },
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: {
          root: { '&:focus-visible': { outline: '3px solid', outlineColor: 'currentcolor', outlineOffset: 1 } },
        },
      },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiPaper: {
        styleOverrides: {
          // MUI lightens raised paper in the dark theme with a gradient; solid colours on top of it would not match.
          root: { backgroundImage: 'none' },
          elevation1: { border: `1px solid ${colours.line}`, borderRadius: RADIUS.card, boxShadow: colours.shadow },
        },
      },
      // On a dark page a shadow alone shows no edge.
      MuiPopover: { styleOverrides: { paper: { border: `1px solid ${colours.line}` } } },
      MuiTableCell: {
        styleOverrides: {
          root: { borderBottomColor: colours.line },
          // Chinese breaks at any character by default.
          head: { wordBreak: 'keep-all', color: colours.soft, fontWeight: 500 },
          sizeSmall: { padding: '8px 10px' },
          stickyHeader: { backgroundColor: colours.card },
        },
      },
      // A label above its field has the scale's smallest size; its gap in the frame fits it.
      MuiInputLabel: {
        styleOverrides: {
          outlined: {
            '&.MuiInputLabel-shrink': {
              maxWidth: `calc(${100 / SHRUNK}% - 24px)`,
              transform: `translate(14px, -8px) scale(${SHRUNK})`,
            },
          },
        },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          notchedOutline: { borderColor: colours.border, '& legend': { fontSize: `${SHRUNK}em` } },
        },
      },
      // If there is no room beside an alert's message, its action goes below, on one line.
      MuiAlert: {
        styleOverrides: {
          root: { flexWrap: 'wrap' },
          message: { flex: '1 1 10rem' },
          action: { whiteSpace: 'nowrap' },
          standard: {
            variants: ALERT_HUES.map(([severity, hue]) => ({
              props: { severity },
              style: {
                color: colours.text,
                backgroundColor: colours[`${hue}Soft`],
                '& .MuiAlert-icon': { color: colours[hue] },
              },
            })),
          },
        },
      },
      // A shadow at the lower edge while more follows below it.
      MuiDialogContent: {
        styleOverrides: {
          dividers: ({ theme: { palette } }) => ({
            background: [
              `linear-gradient(transparent, ${palette.background.paper} 70%) 0 100% / 100% 32px no-repeat local`,
              `linear-gradient(transparent, ${palette.action.disabledBackground}) 0 100% / 100% 12px no-repeat scroll`,
            ].join(),
          }),
        },
      },
      MuiDialogTitle: { styleOverrides: { root: { fontSize: rem(FONT_SIZES.title), fontWeight: 600 } } },
      // Buttons end where the text above them ends.
      MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px' } } },
      MuiLink: { defaultProps: { underline: 'hover' } },
      MuiTab: { styleOverrides: { root: { fontWeight: 500 } } },
      MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
      // As high as a field beside it.
      MuiToggleButton: {
        styleOverrides: {
          root: {
            color: colours.soft,
            borderColor: colours.border,
            '&.Mui-selected': { backgroundColor: colours.brandSoft, color: colours.brand, fontWeight: 600 },
          },
          sizeSmall: { padding: '7.5px 12px', fontSize: 'inherit', lineHeight: 1.4375 },
        },
      },
      MuiTooltip: { styleOverrides: { tooltip: { fontSize: rem(FONT_SIZES.small) } } },
    },
  });
}

export const themes: Record<Theme, MuiTheme> = { light: themeOf('light'), dark: themeOf('dark') };
