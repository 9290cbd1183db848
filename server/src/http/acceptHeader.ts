/** Whether an `Accept` header asks for a page rather than data, as a browser does for a typed address. */
export function prefersHtml(accept: string | undefined): boolean {
  const named = (accept ?? '').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    const quality = parameters.find((one) => one.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const qualityOf = (type: string) => named.find((one) => one.type === type)?.quality ?? 0;
  return qualityOf('text/html') > qualityOf('application/json');
}
