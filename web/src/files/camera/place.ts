import { readStored, writeStored } from '../../core/browserStorage.ts';

const KEEP = 'shp.photoPlace';

/** Whether photographs keep place and time: a choice of this browser. Apart from what takes them, which is larger. */
export const keepsLocation = () => readStored(KEEP) === 'yes';
export const setKeepsLocation = (keep: boolean) => writeStored(KEEP, keep ? 'yes' : null);
