import { inflateSync } from 'node:zlib';

/** The number of text pieces on each page of a PDF from Chromium. */
export function textsByPage(pdf: Buffer): number[] {
  const source = pdf.toString('latin1');
  return [...source.matchAll(/<<\/Type \/Page\n[\s\S]*?\/Contents (\d+) 0 R/g)].map(([, id = '']) => {
    const content = contentOf(pdf, source, id);
    return (content.match(/T[jJ]\b/g) ?? []).length;
  });
}

function contentOf(pdf: Buffer, source: string, id: string): string {
  const object = source.indexOf(`\n${id} 0 obj`);
  const length = Number(/\/Length (\d+)/.exec(source.slice(object, object + 200))?.[1]);
  const start = source.indexOf('stream\n', object) + 'stream\n'.length;
  return inflateSync(pdf.subarray(start, start + length)).toString('latin1');
}
