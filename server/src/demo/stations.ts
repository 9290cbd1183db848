import { cityOf } from '@shp/shared/domain/accounts/divisions';
import { DEVELOPMENTS, type ProfileOf } from '@shp/shared/domain/accounts/profiles';
import { DAY } from '@shp/shared/domain/lib/days';
import { creditCode, type Place, personName, phone, stationNames } from './names.ts';
import { addressIn, CITIES, centreOf, DEMO_CITY, DEMO_COUNTY, managedCounties, SPREAD } from './places.ts';
import type { Random } from './random.ts';
import { APPLICATIONS_FROM, STATIONS_FROM } from './times.ts';

type StationPlace = Place & { division: string };

/** Number of stations in the county of the printed accounts; the next ones belong directly to the cities, one each. */
export const IN_DEMO_COUNTY = 12;
const UNIT_KW = [100, 125, 160, 200, 250, 320, 400, 500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3200, 4000, 5000];

/** Places and names of the stations: first those in the demo's county, then one in each city. */
export function stationPlaces(random: Random, count: number): StationPlace[] {
  const counties = managedCounties(count);
  const ofCities = [DEMO_CITY, ...CITIES.filter((code) => code !== DEMO_CITY)];
  return stationNames(random, count).map((place, index) => {
    const drawn = random.chance(0.05) ? random.pick(CITIES) : random.pick(counties);
    const division = index < IN_DEMO_COUNTY ? DEMO_COUNTY : (ofCities[index - IN_DEMO_COUNTY] ?? drawn);
    return { ...place, division };
  });
}

/** A complete, consistent station profile, and when its account was created. */
export function makeStation(
  random: Random,
  place: StationPlace,
  index: number,
  owner: string,
): { profile: ProfileOf<'station'>; at: number } {
  const [longitude, latitude] = centreOf(cityOf(place.division) ?? place.division);
  const units = random.int(1, 4);
  const capacity = units * random.pick(UNIT_KW);
  const development = random.pick(DEVELOPMENTS);
  const reservoir = development === 'diversion' ? {} : { reservoirCapacity: random.int(5, 900) };
  const profile: ProfileOf<'station'> = {
    name: place.station,
    creditCode: creditCode(place.division, index + 1),
    address: addressIn(place.division, place.root),
    longitude: degrees(longitude + random.between(-SPREAD, SPREAD)),
    latitude: degrees(latitude + random.between(-SPREAD, SPREAD)),
    river: place.river,
    legalPerson: personName(random),
    contact: personName(random),
    phone: phone(random),
    capacity,
    units,
    annualOutput: Math.round((capacity * random.int(2500, 4500)) / 100) / 100,
    commissionedOn: `${random.int(1965, 2018)}-${twoDigits(random.int(1, 12))}-${twoDigits(random.int(1, 28))}`,
    development,
    ...reservoir,
    owner,
  };
  return { profile, at: random.int(STATIONS_FROM, APPLICATIONS_FROM - 10 * DAY) };
}

function degrees(value: number): number {
  return Number(value.toFixed(6));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
