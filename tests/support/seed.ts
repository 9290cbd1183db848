import fc from 'fast-check';

/** The seed of random tests, constant so that runs repeat: `SHP_TEST_SEED=7 npm test` draws other cases. */
export const SEED = Number(process.env.SHP_TEST_SEED ?? 20_261_122);

fc.configureGlobal({ seed: SEED });
