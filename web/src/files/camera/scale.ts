const QUALITY = 0.85;

/** A picture as JPEG, its longer side at most `longest` pixels, upright and without what the camera wrote into it. */
export async function scaled(picture: Blob, longest: number): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const ratio = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * ratio));
  canvas.height = Math.max(1, Math.round(bitmap.height * ratio));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no picture'))), 'image/jpeg', QUALITY);
  });
}
