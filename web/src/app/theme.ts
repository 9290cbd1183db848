import { createTheme, type Theme as MuiTheme } from '@mui/material/styles';
import type { Theme } from '../core/preferences.ts';

/** The greatest width of a page's content, in pixels (docs/spec/screens.md#constants). */
const CONTENT_WIDTH = 1200;

const common = {
  typography: {
    fontFamily: 'system-ui, -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
    button: { textTransform: 'none' },
    h1: { fontSize: '1.5rem', fontWeight: 600, lineHeight: 1.4 },
    h2: { fontSize: '1.15rem', fontWeight: 600, lineHeight: 1.4 },
  },
  shape: { borderRadius: 6 },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: CONTENT_WIDTH, xl: 1536 } },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: { '&:focus-visible': { outline: '3px solid', outlineColor: 'currentcolor', outlineOffset: 1 } },
      },
    },
    // MUI lightens raised paper in the dark theme with a gradient; solid colours on top of it would not match.
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    // Chinese breaks at any character by default.
    MuiTableCell: { styleOverrides: { head: { wordBreak: 'keep-all' }, sizeSmall: { padding: '6px 10px' } } },
    // If there is no room beside an alert's message, its action goes below, on one line.
    MuiAlert: {
      styleOverrides: { root: { flexWrap: 'wrap' }, message: { flex: '1 1 10rem' }, action: { whiteSpace: 'nowrap' } },
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
    MuiToggleButton: {
      styleOverrides: { root: ({ theme }: { theme: MuiTheme }) => ({ color: theme.palette.text.primary }) },
    },
  },
} as const;

export const themes: Record<Theme, MuiTheme> = {
  light: createTheme({
    ...common,
    palette: {
      mode: 'light',
      primary: { main: '#0b5c8a' },
      secondary: { main: '#0f6b5c' },
      success: { main: '#1d6b34' },
      warning: { main: '#8a4b00' },
      error: { main: '#b3261e' },
      background: { default: '#eef4f8', paper: '#ffffff' },
    },
  }),
  dark: createTheme({
    ...common,
    components: {
      ...common.components,
      MuiAppBar: { styleOverrides: { root: { backgroundColor: '#10344a', color: '#e8eff4' } } },
    },
    palette: {
      mode: 'dark',
      primary: { main: '#7cc0e8' },
      secondary: { main: '#7fd6c4' },
      success: { main: '#8fd6a0' },
      warning: { main: '#ffc27a' },
      error: { main: '#ffb4ab' },
      background: { default: '#0d151b', paper: '#17222b' },
    },
  }),
};
