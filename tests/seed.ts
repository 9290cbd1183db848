import fc from 'fast-check';

/** Whoever runs the tests twice runs the same ones: `SHP_TEST_SEED=7 npm test` draws other cases. */
export const SEED = Number(process.env.SHP_TEST_SEED ?? 20_261_122);

fc.configureGlobal({ seed: SEED });
