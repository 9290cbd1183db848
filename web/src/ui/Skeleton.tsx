import { useText } from '../core/i18n/texts.ts';
import './base.css';

type Props = {
  rows?: number;
  /** Height of a row in pixels, by default that of a list's row. */
  height?: number;
};

/** Grey bars in the place of rows that are loading, as high as the rows will be. */
export function Skeleton({ rows = 5, height = 41 }: Props) {
  const { login } = useText();
  const bar = { height };
  return (
    <div role="progressbar" aria-label={login.loading} className="skeleton">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <div key={index} style={bar} />
      ))}
    </div>
  );
}
