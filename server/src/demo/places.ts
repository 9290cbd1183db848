import { DIVISIONS, divisionPath } from '@shp/shared/domain/accounts/divisions';

/** The county of the printed county manager, station, expert and supervisor. */
export const DEMO_COUNTY = '450325';
export const DEMO_CITY = '450300';

/** Approximate centre of each city in degrees; its stations are placed around it. */
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

/** Longitude and latitude of a city's centre. */
export function centreOf(city: string): readonly [number, number] {
  const centre = CENTRES[city];
  if (!centre) throw new RangeError(`no centre of ${city}`);
  return centre;
}

export const CITIES = DIVISIONS.filter(({ level }) => level === 'city').map(({ code }) => code);
const COUNTIES = DIVISIONS.filter(({ level }) => level === 'county');

/** With this many stations or more, every county has a manager. */
const EVERY_COUNTY_FROM = 500;
const FEW = [DEMO_CITY, '450100', '451100'];

/** The counties with a manager and stations. */
export function managedCounties(stations: number): string[] {
  const wanted = stations < EVERY_COUNTY_FROM ? COUNTIES.filter(({ parent }) => FEW.includes(parent ?? '')) : COUNTIES;
  return wanted.map(({ code }) => code);
}

/** An invented address in a village of a division. */
export function addressIn(division: string, village: string): string {
  return `广西${divisionPath(division).replace('/', '')}示例镇${village}村`;
}
