import { useTheme } from '@mui/material/styles';
import { COLOURS } from '../../../theme/tokens.ts';

/** The colours of the theme around a component; the full-screen mode is always dark. */
export const useColours = () => COLOURS[useTheme().palette.mode];

/** The four steps of the one hue of charts, from little to much, with the colour of text on each. */
export function useSteps() {
  const { data1, data2, data3, data4, text, onBrand } = useColours();
  return [
    { background: data4, color: text },
    { background: data3, color: onBrand },
    { background: data2, color: onBrand },
    { background: data1, color: onBrand },
  ] as const;
}
