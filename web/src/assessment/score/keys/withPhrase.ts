/** Appends a phrase to a reason. */
export function withPhrase(reason: string, phrase: string): string {
  const before = reason.trimEnd();
  if (before === '') return phrase;
  const cjk = /[\u3000-\u9fff\uff00-\uffef]$/.test(before);
  return /[;；。.]$/.test(before) ? `${before}${cjk ? '' : ' '}${phrase}` : `${before}${cjk ? '；' : '; '}${phrase}`;
}
