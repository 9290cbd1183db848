/** The day on which the demo data of tests end, so that they are the same on any day. */
export const DEMO_DAY = '2026-11-01';
