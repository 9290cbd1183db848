import { create } from 'qrcode';

/** White modules around a code, without which readers do not find it. */
const QUIET = 4;

/** A QR code as a drawing, sharp at any size. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const path = Array.from(data, (dark, place) =>
    dark ? `M${QUIET + (place % size)} ${QUIET + Math.floor(place / size)}h1v1h-1z` : '',
  ).join('');
  const side = size + 2 * QUIET;
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
