import { create } from 'qrcode';

/** Modules of white margin that QR readers need. */
const QUIET = 4;

/** A QR code as SVG, sharp at any size; `width`: its width in pixels, else that of the style `qr`. */
export function QrCode({ text, label, width }: { text: string; label: string; width?: number }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const path = Array.from(data, (dark, index) =>
    dark ? `M${QUIET + (index % size)} ${QUIET + Math.floor(index / size)}h1v1h-1z` : '',
  ).join('');
  const side = size + 2 * QUIET;
  return (
    <svg
      className="qr"
      {...(width === undefined ? {} : { width, height: width })}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
