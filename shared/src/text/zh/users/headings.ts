export const headings: Readonly<Record<string, string>> = { ratedUntil: '有效期至', status: '当前评审' };
