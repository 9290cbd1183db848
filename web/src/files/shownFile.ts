import { createContext } from 'react';

/** The id of the file that is open in place, which its line marks. */
export const ShownFileContext = createContext<string | null>(null);
