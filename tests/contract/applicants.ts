import type { Contract, Person } from './harness.ts';
import { addStation, COUNTY } from './people.ts';
import { type Bytes, Tus } from './tus.ts';

export type Applicant = {
  person: Person;
  /** Its assessment, a draft. */
  id: string;
  tus: Tus;
  /** What it says of a file that it uploads. */
  file: Record<string, string>;
};

/** A station with a draft, ready to upload. */
export async function newApplicant(server: Contract): Promise<Applicant> {
  const person = await addStation(server, COUNTY);
  const { id } = await person.api.call('POST assessment/add_assessment', { level: 3 });
  const file = { target: 'file', assessmentId: id, category: 'selfReport', filename: 'report.pdf' };
  return { person, id, tus: Tus.of(server, person), file };
}

export function addFile({ id, tus }: Applicant, filename: string, bytes: Bytes, category = 'other'): Promise<string> {
  return tus.upload({ target: 'file', assessmentId: id, category, filename }, bytes);
}

export function addEvidence({ id, tus }: Applicant, filename: string, bytes: Bytes, serial = '1.1.1'): Promise<string> {
  return tus.upload({ target: 'evidence', assessmentId: id, serial, filename }, bytes);
}

/** A document of the administrator's, for the roles it names. */
export function addDocument(server: Contract, filename: string, bytes: Bytes, roles = ''): Promise<string> {
  return Tus.of(server, server.admin).upload({ target: 'document', roles, filename }, bytes);
}

/** The address of a download, its name escaped as docs/spec/wire.md#files-evidence-documents has it. */
export function downloadAddress(path: string, { name, token }: { name: string; token: string }, more = ''): string {
  return `/api/${path}/${encodeURIComponent(name)}?token=${token}${more}`;
}

/** What a request is refused with. */
export async function refusalOf(
  response: Promise<Response>,
): Promise<{ status: number; code: string; fields: string[] }> {
  const answer = await response;
  const { code, fields } = (await answer.json()) as { code: string; fields?: Record<string, string> };
  return { status: answer.status, code, fields: Object.keys(fields ?? {}) };
}

/** Puts an assessment into a status as no call can. */
export async function putInto(server: Contract, id: string, status: string): Promise<void> {
  await server.behind.sql('UPDATE assessments SET status = ? WHERE id = ?', status, id);
}
