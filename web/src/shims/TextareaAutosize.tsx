import type { CSSProperties, Ref, TextareaHTMLAttributes } from 'react';
import './TextareaAutosize.css';

type Rows = number | string;
type Props = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  minRows?: Rows;
  maxRows?: Rows;
  ref?: Ref<HTMLTextAreaElement>;
};

/**
 * A field as tall as its text, in place of MUI's, which measures layout twice per render. A hidden copy of the text in
 * the same grid cell gives the height.
 */
export default function TextareaAutosize({ minRows = 1, maxRows, value, ...textarea }: Props) {
  const rows = maxRows === undefined ? {} : ({ '--most-rows': maxRows } as CSSProperties);
  return (
    <div className="grown" data-text={value} style={rows}>
      <textarea {...textarea} value={value} rows={Number(minRows)} />
    </div>
  );
}
