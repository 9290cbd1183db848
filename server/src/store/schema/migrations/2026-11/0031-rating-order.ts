import { migration } from '../frozen.ts';

/** An index for the list of stations by the last day of their rating. */
export default migration('CREATE INDEX ratings_until ON ratings (until, station_id, level);');
