import { creditCheckCharacter } from '@shp/shared/domain/assessment/fields';
import type { Random } from './random.ts';

/** Every generated name ends with it, so that no sample passes for a real unit, person or river. */
export const EXAMPLE = '（示例）';

const FIRST = [...'清澄碧银翠云龙凤金玉石松竹梅桂兰荷莲枫榕青白红紫东西南北高平永长大新安宁和顺福瑞'];
const SECOND = [...'溪泉源潭湾洲坪岭峡谷岩滩坝塘峰岗田湖浦渡桥林泽川流波涛澜洋沙坡坳冲垌板屯寨楼'];
const GRADES = ['', '一级', '二级', '三级', '四级', '五级'];
const SURNAMES = [...'韦覃黄李陆莫农蒙梁卢吴周罗唐蒋邓'];
const GIVEN = [...'安清源山川林峰海江云明宁远和平泽涛松岩'];

export type Place = { root: string; station: string; river: string };

/** Names of stations and their rivers, unique until the syllables run out. */
export function stationNames(random: Random, count: number): Place[] {
  const roots = FIRST.flatMap((first) => SECOND.map((second) => first + second));
  const pairs = random.some(
    roots.flatMap((root) => GRADES.map((grade) => ({ root, grade }))),
    count,
  );
  return Array.from({ length: count }, (_, index) => {
    const { root, grade } = pairs[index % pairs.length] as (typeof pairs)[number];
    return { root, station: `${root}${grade}水电站${EXAMPLE}`, river: `${root}河${EXAMPLE}` };
  });
}

/** Two syllables to name a company, a river basin or a village. */
export function root(random: Random): string {
  return random.pick(FIRST) + random.pick(SECOND);
}

/** A person's name, marked as an example. */
export function personName(random: Random): string {
  return `${random.pick(SURNAMES)}${random.pick(GIVEN)}${random.pick(GIVEN)}${EXAMPLE}`;
}

/** A valid but unassigned landline number: area code 0000 does not exist. */
export function phone(random: Random): string {
  return `0000-${random.int(1_000_000, 9_999_999)}`;
}

/** A credit code with a correct check character and a clearly invented organisation number. */
export function creditCode(division: string, index: number): string {
  const first17 = `91${division}AA${String(index).padStart(7, '0')}`;
  return first17 + creditCheckCharacter(first17);
}
