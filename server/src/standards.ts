import standard from '@shp/shared/data/standard.json' with { type: 'json' };

/** The version of the standard that new assessments keep. */
export const CURRENT_STANDARD = standard.version;
