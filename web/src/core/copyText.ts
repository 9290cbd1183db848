/** Copies a text; returns false if it cannot. Plain http has no clipboard API, so `execCommand` follows. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  // Inside the dialog, because its focus trap would take the selection from an element outside.
  (document.activeElement?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
