import type { Pages } from './router.ts';
import { verifyPage } from './verifyPage.ts';

export const pages: Pages = { 'GET verify': verifyPage };
