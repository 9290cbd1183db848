import { FILE_RULES } from '@shp/shared/domain/assessment/files';
import type { Level, Status } from '@shp/shared/domain/assessment/statuses';
import { firstLogin, logIn, type Person, upload } from './accounts.ts';
import { COMPLETE_FORM, pdf, png, scoresAt } from './materials.ts';

export type Say = (line: string) => void;
type Admit = (person: Person) => Promise<Person>;
type People = {
  admin: Person;
  province: Person;
  city: Person;
  county: Person;
  station: Person;
  experts: [Person, Person];
};

const CITY = '450300';
const COUNTY = '450302';
const PASSWORD = 'journey-2026';

/**
 * Two reviews over HTTP by seven accounts, each taking its own part: one passes and is later revoked, one is returned,
 * submitted again, reopened and fails. Returns the statuses of both. `admit` gets each managing account once it has its
 * password, and may sign it in again.
 */
export async function journey(
  url: string,
  adminPassword: string,
  say: Say,
  admit: Admit = async (person) => person,
): Promise<{ passed: Status[]; failed: Status[] }> {
  const people = await meet(url, adminPassword, say, admit);
  return { passed: await passAndRevoke(people, say), failed: await returnAndFail(people, say) };
}

async function meet(url: string, adminPassword: string, say: Say, admit: Admit): Promise<People> {
  const admin = await admit(await logIn(url, 'admin', adminPassword));
  const unit = { contact: '示例联系人', phone: '13900000000' };
  const add = async (account: string, made: Promise<{ initialPassword?: string | undefined }>) => {
    const { initialPassword = '' } = await made;
    say(`admin adds ${account}, who chooses a password of his own`);
    return firstLogin(url, account, initialPassword, PASSWORD);
  };
  const manager = async (
    account: string,
    role: 'province_manager' | 'city_manager' | 'county_manager',
    division: string,
  ) => {
    const profile = { name: `${account}（示例）`, ...unit };
    return admit(await add(account, admin.api.call('POST user/add_manager', { account, role, division, profile })));
  };
  const expert = (account: string) => {
    const profile = {
      name: `${account}（示例）`,
      unit: '示例设计院',
      specialties: ['safety' as const],
      phone: '13900000000',
    };
    return add(account, admin.api.call('POST user/add_expert', { account, division: null, profile }));
  };
  const province = await manager('journey-province', 'province_manager', '450000');
  const city = await manager('journey-city', 'city_manager', CITY);
  const county = await manager('journey-county', 'county_manager', COUNTY);
  const profile = {
    name: '旅程水电站（示例）',
    address: '示例路1号',
    legalPerson: '示例法人',
    capacity: 1260,
    ...unit,
  };
  const station = await add(
    'journey-station',
    county.api.call('POST user/add_station', { account: 'journey-station', division: COUNTY, profile }),
  );
  return {
    admin,
    province,
    city,
    county,
    station,
    experts: [await expert('journey-expert1'), await expert('journey-expert2')],
  };
}

/** Follows one assessment and records each step. */
class Walk {
  readonly statuses: Status[] = ['draft'];
  private constructor(
    readonly id: string,
    private readonly say: Say,
  ) {}

  static async begin(station: Person, level: Level, say: Say): Promise<Walk> {
    const { id } = await station.api.call('POST assessment/add_assessment', { level });
    say(`${station.account} begins an application for level ${level}`);
    return new Walk(id, say);
  }

  async step(by: Person, status: Status, description = ''): Promise<void> {
    const after = await by.api.call('POST assessment/add_event', { id: this.id, status, description });
    this.came(after.status, by.account);
  }

  came(status: Status, by: string): void {
    this.statuses.push(status);
    this.say(`${by}: ${this.statuses.at(-2)} → ${status}`);
  }
}

async function prepare(station: Person, walk: Walk, share: number, say: Say): Promise<void> {
  const { id } = walk;
  await station.api.call('POST assessment/update_form', { id, form: COMPLETE_FORM });
  const { sections } = await station.api.call('GET assessment/standard', { asm_id: id });
  for (const section of sections) {
    const items = scoresAt(
      section.children.flatMap((element) => element.items),
      share,
      '自评扣分原因（示例）',
    );
    await station.api.call('POST assessment/station_scores', { id, s1: section.serial, items });
  }
  const { sum } = await station.api.call('POST assessment/save_station_score', { id });
  say(`${station.account} fills in the form and scores itself: ${sum.score100}`);
  for (const { id: category, required } of FILE_RULES) {
    if (required !== 'always') continue;
    await upload(
      station,
      { target: 'file', assessmentId: id, category, filename: `${category}.pdf` },
      pdf(`Example: ${category}`),
    );
  }
  await upload(
    station,
    { target: 'evidence', assessmentId: id, serial: '1.1.1', filename: 'evidence.png' },
    png(64, 48),
  );
  const { ok, problems } = await station.api.call('GET assessment/validate_station_submit', { id });
  if (!ok) throw new Error(`cannot be submitted: ${problems.map(({ message }) => message).join('; ')}`);
  say(`${station.account} uploads the files that are required, and evidence; nothing is missing any more`);
}

async function score(expert: Person, walk: Walk, share: number, say: Say): Promise<void> {
  const { id } = walk;
  const { sections } = await expert.api.call('GET assessment/standard', { asm_id: id });
  for (const section of sections) {
    const items = scoresAt(
      section.children.flatMap((element) => element.items),
      share,
      '专家扣分原因（示例）',
    );
    await expert.api.call('POST assessment/expert_scores', { id, s1: section.serial, items });
  }
  const { score100 } = await expert.api.call('GET assessment/sum_expert_score', { id, expertId: expert.id });
  say(`${expert.account} scores every item: ${score100}`);
}

async function conclude(expert: Person, walk: Walk, say: Say): Promise<void> {
  const { status } = await expert.api.call('POST assessment/update_conclusion', {
    id: walk.id,
    conclusion: '专家结论（示例）。',
  });
  say(`${expert.account} concludes`);
  if (status === 'reviewed') walk.came(status, 'by itself');
}

async function assign(manager: Person, walk: Walk, experts: readonly Person[], say: Say): Promise<void> {
  await manager.api.call('POST assessment/assign_experts', { id: walk.id, experts: experts.map(({ id }) => id) });
  say(`${manager.account} assigns ${experts.map(({ account }) => account).join(' and ')}`);
}

async function passAndRevoke({ station, county, city, experts }: People, say: Say): Promise<Status[]> {
  const walk = await Walk.begin(station, 3, say);
  await prepare(station, walk, 0.95, say);
  await walk.step(station, 'submitted');
  await walk.step(county, 'first_passed');
  await assign(city, walk, experts, say);
  await walk.step(city, 'reviewing');
  for (const expert of experts) await score(expert, walk, 0.9, say);
  for (const expert of experts) await conclude(expert, walk, say);
  await city.api.call('POST assessment/update_conclusion', { id: walk.id, conclusion: '同意通过（示例）。' });
  await walk.step(city, 'passed');
  const print = await city.api.call('GET assessment/print', { id: walk.id });
  const verdict = await station.api.call('GET verify', { number: print.number ?? '', digest: print.digest ?? '' });
  say(
    `the printed conclusion ${print.number} is ${verdict.genuine ? 'genuine' : 'false'}, valid until ${print.validUntil}`,
  );
  await walk.step(city, 'revoked', '发生责任事故，撤销（示例）');
  return walk.statuses;
}

async function returnAndFail({ station, county, province, experts }: People, say: Say): Promise<Status[]> {
  const walk = await Walk.begin(station, 2, say);
  await prepare(station, walk, 0.95, say);
  await walk.step(station, 'submitted');
  await walk.step(county, 'returned', '请补充自评情况（示例）');
  await station.api.call('POST assessment/update_form', {
    id: walk.id,
    form: { self: { problems: '已补充（示例）' } },
  });
  await walk.step(station, 'submitted');
  await walk.step(county, 'first_passed');
  await assign(province, walk, experts, say);
  await walk.step(province, 'reviewing');
  for (const expert of experts) await score(expert, walk, 0.85, say);
  for (const expert of experts) await conclude(expert, walk, say);
  await walk.step(province, 'reviewing', '请复核第四章（示例）');
  for (const expert of experts) await score(expert, walk, 0.5, say);
  for (const expert of experts) await conclude(expert, walk, say);
  await province.api.call('POST assessment/update_conclusion', { id: walk.id, conclusion: '不予通过（示例）。' });
  await walk.step(province, 'failed');
  return walk.statuses;
}
