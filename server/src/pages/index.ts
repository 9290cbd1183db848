import type { Pages } from '../dispatch.ts';
import { verifyPage } from './verify.ts';

export const pages: Pages = { 'GET verify': verifyPage };
