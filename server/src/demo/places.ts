import { DIVISIONS, divisionPath } from '@shp/shared/domain/accounts/divisions';

/** The county of the printed county manager, and of the station, the expert and the supervisor printed with it. */
export const DEMO_COUNTY = '450325';
export const DEMO_CITY = '450300';

/** Roughly where each city lies, in degrees; its stations are put around it. */
const CENTRES: Record<string, readonly [longitude: number, latitude: number]> = {
  '450100': [108.37, 22.95],
  '450200': [109.41, 24.6],
  '450300': [110.4, 25.4],
  '450400': [111.0, 23.7],
  '450500': [109.2, 21.75],
  '450600': [107.9, 21.9],
  '450700': [108.9, 22.2],
  '450800': [109.8, 23.3],
  '450900': [110.2, 22.5],
  '451000': [106.4, 24.0],
  '451100': [111.4, 24.5],
  '451200': [107.8, 24.7],
  '451300': [109.5, 23.9],
  '451400': [107.2, 22.5],
};

export const SPREAD = 0.3;

/** Longitude and latitude around which the stations of a city lie. */
export function centreOf(city: string): readonly [number, number] {
  const centre = CENTRES[city];
  if (!centre) throw new RangeError(`no centre of ${city}`);
  return centre;
}

export const CITIES = DIVISIONS.filter(({ level }) => level === 'city').map(({ code }) => code);
const COUNTIES = DIVISIONS.filter(({ level }) => level === 'county');

/** From so many stations on every county has its manager. */
const EVERY_COUNTY_FROM = 500;
const FEW = [DEMO_CITY, '450100', '451100'];

/** The counties that have a manager, and stations. */
export function managedCounties(stations: number): string[] {
  const wanted = stations < EVERY_COUNTY_FROM ? COUNTIES.filter(({ parent }) => FEW.includes(parent ?? '')) : COUNTIES;
  return wanted.map(({ code }) => code);
}

/** An address that nobody has, in a village of a division. */
export function addressIn(division: string, village: string): string {
  return `广西${divisionPath(division).replace('/', '')}示例镇${village}村`;
}
