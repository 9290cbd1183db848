import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Role, UserRole } from '@shp/shared/domain/accounts/roles';
import type { Contract, Person } from '../../support/contract.ts';
import { type FalseProvider, startFalseProvider } from '../../support/falseProvider.ts';
import { pdf } from '../../support/materials.ts';
import {
  addExpert,
  addManager,
  addStation,
  addSupervisor,
  CITY,
  COUNTY,
  expertProfile,
  FAR_CITY,
  FAR_COUNTY,
  managerProfile,
  newAccount,
  stationProfile,
} from '../../support/people.ts';
import { CLIENT } from '../../support/provider.ts';
import { addCast, bring, type Cast, type Review } from '../../support/review.ts';
import { Tus } from '../../support/tus.ts';

/**
 * The relation of an object to the callers. `near`: in their county, of the calling station, linked to the calling
 * aggregate account, assigned to the calling expert, or the caller's own. `far`: in another city, of others. `deleted`:
 * near, but in the recycle bin or hidden. `missing`: never existed.
 */
export const RELATIONS = ['near', 'far', 'deleted', 'missing'] as const;
export type Relation = (typeof RELATIONS)[number];
export type Place = 'near' | 'far';

export type Kind = 'unit' | 'expert' | 'station' | 'supervisor';
const KINDS: readonly Kind[] = ['unit', 'expert', 'station', 'supervisor'];
type User = { id: string; account: string };
type Side = {
  division: string;
  city: string;
  cast: Cast;
  draft: Review;
  reviewing: Review;
  /** A file of the review. */
  file: string;
  evidence: string;
  document: string;
  /** A finding of the review's station. */
  finding: string;
  findingNo: string;
};

/** A server with single sign-on needs to know its own address. */
export const FLAGS = ['--no-captcha', '--public-url', 'https://shp.example'];

async function trustFalseProvider(server: Contract): Promise<FalseProvider> {
  const provider = await startFalseProvider();
  await server.admin.api.call('POST system/update_settings', {
    oidc: { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: '', claim: 'preferred_username', name: '' },
  });
  return provider;
}

/** A caller of every role, and objects of every kind, near and far. */
export class Fixture {
  /** The stations of new near applications, by assessment id. */
  readonly owners = new Map<string, Person>();
  #provider: Promise<FalseProvider> | undefined;
  constructor(
    readonly server: Contract,
    readonly callers: Record<UserRole, Person>,
    readonly sides: Record<Place, Side>,
    /** One user per kind and relation; tests never change them. */
    readonly users: Record<Kind, Record<Exclude<Relation, 'missing'>, User>>,
    readonly hidden: { assessment: string; number: string; file: string; evidence: string; document: string },
  ) {}

  side(at: Relation): Side {
    return this.sides[at === 'far' ? 'far' : 'near'];
  }

  user(kind: Kind, at: Relation): string {
    return at === 'missing' ? 'nobody' : this.users[kind][at].id;
  }

  /** A new user, for calls that change or delete it. */
  async freshUser(kind: Kind, at: Relation): Promise<string> {
    if (at === 'missing') return 'nobody';
    const { id } = await makeUser(this.server, kind, this.side(at));
    if (at === 'deleted') await this.server.admin.api.call('POST user/delete', { userId: id, softDelete: true });
    return id;
  }

  /** A new account of the caller's role, for calls that end its own access. */
  /** A second factor of an account, written past the server: adding one ends the account's other sessions. */
  async factorOf(user: string): Promise<string> {
    const id = randomUUID();
    await this.server.rawDatabase.sql(
      "INSERT INTO factors (id, user_id, kind, name, secret, counter, created_at) VALUES (?, ?, 'totp', 'x', '', 0, '')",
      id,
      user,
    );
    return id;
  }

  /** A login that waits for its second step, and a recovery code for it. */
  async waitingLogin(user: string): Promise<{ id: string; kind: 'recovery'; code: string }> {
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    const [id, code] = [randomBytes(32).toString('base64url'), randomBytes(8).toString('hex').toUpperCase()];
    const { sql } = this.server.rawDatabase;
    await sql('INSERT INTO recovery_codes (user_id, digest) VALUES (?, ?)', user, digest(`${user} ${code}`));
    await sql(
      `INSERT INTO factor_attempts (id_hash, user_id, purpose, wrong, sign_in, expires_at)
        VALUES (?, ?, 'login', 0, 'password', '2999')`,
      digest(id),
      user,
    );
    return { id, kind: 'recovery', code };
  }

  /** Single sign-on is on, with a provider on this machine that names the account of the test. */
  provider(): Promise<FalseProvider> {
    this.#provider ??= trustFalseProvider(this.server);
    return this.#provider;
  }

  /** The provider's answer to a single sign-on of an account. */
  async signOnOf(account: string): Promise<{ secret: string; state: string; code: string; iss: string }> {
    const provider = await this.provider();
    const { url, secret } = await this.server.guest.call('POST session/oidc_begin', {});
    provider.expect(url, account);
    return { secret, state: new URL(url).searchParams.get('state') ?? '', code: 'any', iss: provider.issuer };
  }

  freshCaller(role: Role): Promise<Person> {
    const { server } = this;
    switch (role) {
      case 'expert':
        return addExpert(server);
      case 'station':
        return addStation(server, COUNTY);
      case 'supervisor':
        return addSupervisor(server);
      case 'guest':
        throw new Error('a guest has no account');
      default:
        return addManager(server, role, this.callers[role].division);
    }
  }

  /** A new empty application; a near one belongs to the calling station. */
  async freshDraft(at: Relation): Promise<string> {
    if (at === 'missing' || at === 'deleted') return this.assessment(at);
    const station = await addStation(this.server, this.side(at).division);
    const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
    if (at === 'near') this.owners.set(id, station);
    return id;
  }

  /** A new application that has been submitted. */
  async freshSubmitted(at: Relation): Promise<string> {
    if (at === 'missing' || at === 'deleted') return this.assessment(at);
    const { id, station } = await bring(this.server, this.side(at).cast, 'submitted');
    if (at === 'near') this.owners.set(id, station);
    return id;
  }

  /** A new application that was returned with a remark, and that remark. */
  async freshRemark(at: Relation): Promise<{ id: string; eventId: string; remark: number }> {
    if (at === 'missing' || at === 'deleted') return { id: this.assessment(at), eventId: 'nothing', remark: 0 };
    const review = await bring(this.server, this.side(at).cast, 'submitted');
    const { id, station } = review;
    const remarks = [{ part: 'form' as const, field: 'unit.contact', text: '请核实（示例）' }];
    const returned = { id, status: 'returned' as const, description: '请补充（示例）', remarks };
    await review.cast.first.api.call('POST assessment/add_event', returned);
    const eventId = (await station.api.call('GET assessment/events', { id })).at(-1)?.id ?? '';
    if (at === 'near') this.owners.set(id, station);
    return { id, eventId, remark: 0 };
  }

  finding(at: Relation): string {
    return at === 'near' || at === 'far' ? this.sides[at].finding : 'nothing';
  }

  /** A new finding of the review's station, in a state. */
  async freshFinding(at: Relation, state: 'open' | 'done'): Promise<string> {
    if (at === 'missing' || at === 'deleted') return 'nothing';
    const { api } = this.sides[at].reviewing.station;
    const { id } = await api.call('POST finding/add', { text: '护栏锈蚀（示例）' });
    if (state === 'open') return id;
    await api.call('POST finding/step', { id, to: 'planned', text: '更换（示例）', due: '2099-12-31' });
    await api.call('POST finding/step', { id, to: 'done', text: '已更换（示例）' });
    return id;
  }

  assessment(at: Relation, which: 'draft' | 'reviewing' = 'reviewing'): string {
    if (at === 'missing') return 'nothing';
    return at === 'deleted' ? this.hidden.assessment : this.sides[at][which].id;
  }

  file(at: Relation, kind: 'file' | 'evidence' | 'document'): string {
    if (at === 'missing') return 'nothing';
    return at === 'deleted' ? this.hidden[kind] : this.sides[at][kind];
  }

  /** A new file of the draft, or a new document; the ministry alone may read far documents. */
  async freshFile(at: Relation, kind: 'file' | 'evidence' | 'document'): Promise<string> {
    if (at === 'missing' || at === 'deleted') return this.file(at, kind);
    const { draft } = this.sides[at];
    const by = kind === 'document' ? this.server.admin : draft.station;
    return Tus.of(this.server, by).upload(metadata(kind, draft.id, at), pdf(kind));
  }
}

function metadata(kind: 'file' | 'evidence' | 'document', assessmentId: string, at: Place): Record<string, string> {
  const filename = `${kind}.pdf`;
  if (kind === 'document') return { target: kind, filename, ...(at === 'far' ? { roles: 'ministry_manager' } : {}) };
  return { target: kind, assessmentId, filename, ...(kind === 'file' ? { category: 'other' } : { serial: '1.1.1' }) };
}

async function makeUser(server: Contract, kind: Kind, side: { division: string; city: string }): Promise<User> {
  const account = newAccount(kind);
  const { api } = server.admin;
  const { division, city } = side;
  const add = {
    unit: () =>
      api.call('POST user/add_manager', {
        account,
        role: 'county_manager',
        division,
        profile: managerProfile(account),
      }),
    expert: () => api.call('POST user/add_expert', { account, division: city, profile: expertProfile(account) }),
    station: () => api.call('POST user/add_station', { account, division, profile: stationProfile(account) }),
    supervisor: () => api.call('POST user/add_supervisor', { account, profile: managerProfile(account) }),
  }[kind];
  return { id: (await add()).id, account };
}

async function makeSide(server: Contract, city: string, county: string, at: Place): Promise<Side> {
  const cast = await addCast(server, 1, city, county);
  const [draft, reviewing] = [await bring(server, cast, 'draft'), await bring(server, cast, 'reviewing')];
  const { api } = reviewing.station;
  const [file] = await api.call('GET file/list', { id: reviewing.id });
  const [evidence] = await api.call('GET file/evidence', { asmId: reviewing.id, serial1: '1' });
  const document = await Tus.of(server, server.admin).upload(metadata('document', '', at), pdf('document'));
  const found = await api.call('POST finding/add', { text: '护栏锈蚀（示例）' });
  return {
    division: county,
    city,
    cast,
    draft,
    reviewing,
    file: file?.id ?? '',
    evidence: evidence?.id ?? '',
    document,
    finding: found.id,
    findingNo: found.no,
  };
}

export async function makeFixture(server: Contract): Promise<Fixture> {
  const near = await makeSide(server, CITY, COUNTY, 'near');
  const far = await makeSide(server, FAR_CITY, FAR_COUNTY, 'far');
  const callers: Fixture['callers'] = {
    admin: server.admin,
    ministry_manager: await addManager(server, 'ministry_manager'),
    province_manager: await addManager(server, 'province_manager', '450000'),
    city_manager: near.cast.final,
    county_manager: near.cast.first,
    expert: near.cast.experts[0] as Person,
    station: near.reviewing.station,
    supervisor: await addSupervisor(server),
  };
  const users = {} as Fixture['users'];
  for (const kind of KINDS) {
    users[kind] = {
      near: await makeUser(server, kind, near),
      far: await makeUser(server, kind, far),
      deleted: await makeUser(server, kind, near),
    };
    const userId = users[kind].deleted.id;
    if (kind === 'station') await link(server, callers.supervisor, [userId]);
    await server.admin.api.call('POST user/delete', { userId, softDelete: true });
  }
  const ours = [near.draft.station.id, near.reviewing.station.id, users.station.near.id];
  const fixture = new Fixture(server, callers, { near, far }, users, await hide(server, near));
  await link(server, callers.supervisor, ours);
  return fixture;
}

async function link(server: Contract, supervisor: Person, stationsId: string[]): Promise<void> {
  await server.admin.api.call('POST supervise/stations', { userId: supervisor.id, stationsId, mode: 'add' });
}

/** Creates one object of each kind and deletes it. */
async function hide(server: Contract, { draft, division }: Side): Promise<Fixture['hidden']> {
  const station = await addStation(server, division);
  const { id: assessment } = await station.api.call('POST assessment/add_assessment', { level: 3 });
  const { number } = await station.api.call('GET assessment', { id: assessment });
  await station.api.call('POST assessment/delete', { id: assessment });
  const tus = Tus.of(server, draft.station);
  const file = await tus.upload(metadata('file', draft.id, 'near'), pdf('file'));
  await draft.station.api.call('POST file/delete?', { id: file });
  const evidence = await tus.upload(metadata('evidence', draft.id, 'near'), pdf('evidence'));
  await draft.station.api.call('POST file/delete_evidence?', { fileId: evidence });
  const document = await Tus.of(server, server.admin).upload(metadata('document', '', 'near'), pdf('document'));
  await server.admin.api.call('POST document/delete?', { fileId: document });
  return { assessment, number, file, evidence, document };
}
